import { createHash, createHmac } from 'node:crypto';
import type { S3Settings } from '../../../src/platform/storage/s3.ts';
import { type HttpPeer, openHttpPeer, type PeerReply, type PeerRequest } from './http-peer.ts';

const LOGIN = { region: 'eu-north-1', accessKeyId: 'AKIDTRIBUTARY', secretAccessKey: 'a/secret+of/the+bucket' };
const BUCKET = 'tributary-files';

/**
 * An S3-compatible bucket that verifies each signature independently (Signature Version 4, according to AWS's
 * description).
 */
export interface S3Peer extends HttpPeer {
  settings: S3Settings;
  objects: Map<string, { body: Buffer; mediaType: string; modifiedAt?: Date }>;
}

/** A small limit, so that tests have more than one page. */
const LISTED_AT_ONCE = 2;

export async function openS3(): Promise<S3Peer> {
  const objects: S3Peer['objects'] = new Map();
  const peer = await openHttpPeer((request) => {
    const fault = faultOfSignature(request);
    if (fault !== null) return failure(403, fault);
    const [place = '', query] = request.target.split('?', 2);
    const [, bucket, ...rest] = place.split('/');
    if (bucket !== BUCKET) return failure(404, 'NoSuchBucket');
    const key = decodeURIComponent(rest.join('/'));
    if (key === '' && request.method === 'GET') return listing(objects, new URLSearchParams(query));
    if (request.method === 'PUT') {
      objects.set(key, { body: request.body, mediaType: request.headers['content-type'] ?? '' });
      return { status: 200, headers: { etag: `"${hex(createHash('md5').update(request.body))}"` } };
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    const found = objects.get(key);
    if (found === undefined) return failure(404, 'NoSuchKey');
    return { status: 200, headers: { 'content-type': found.mediaType }, body: found.body };
  });
  const settings = { ...LOGIN, endpoint: peer.url, bucket: BUCKET };
  return Object.assign(peer, { settings, objects });
}

/**
 * A page of ListObjectsV2. The continuation token is the last key in base64, whose `=` and `+` must be escaped in a
 * query.
 */
function listing(objects: S3Peer['objects'], asked: URLSearchParams): PeerReply {
  if (asked.get('list-type') !== '2') return failure(400, 'InvalidArgument');
  const after = Buffer.from(asked.get('continuation-token') ?? '', 'base64').toString('utf8');
  const left = [...objects].filter(([key]) => key.startsWith(asked.get('prefix') ?? '') && key > after).sort();
  const page = left.slice(0, LISTED_AT_ONCE);
  const contents = page.map(([key, { modifiedAt = new Date() }]) => {
    return `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>1</Size></Contents>`;
  });
  const last = page.at(-1)?.[0];
  const isCut = last !== undefined && left.length > page.length;
  const next = isCut ? `<NextContinuationToken>${Buffer.from(last).toString('base64')}</NextContinuationToken>` : '';
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><IsTruncated>${isCut}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`;
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

/** Returns an S3 error code, or null when the request, including its body, is signed with our credentials. */
function faultOfSignature({ method, target, headers, body }: PeerRequest): string | null {
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  );
  if (parts === null) return 'AccessDenied';
  const [, credential = '', signedHeaders = '', signature] = parts;
  const [accessKeyId = '', ...scope] = credential.split('/');
  const at = String(headers['x-amz-date']);
  if (accessKeyId !== LOGIN.accessKeyId) return 'InvalidAccessKeyId';
  if (scope.join('/') !== `${at.slice(0, 8)}/${LOGIN.region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed';
  const names = signedHeaders.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'AccessDenied';
  const bodyHash = hex(createHash('sha256').update(body));
  if (headers['x-amz-content-sha256'] !== bodyHash) return 'XAmzContentSHA256Mismatch';
  const [path = '', query = ''] = target.split('?', 2);
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const canonical = [method, path, query, lines, signedHeaders, bodyHash].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', at, scope.join('/'), hex(createHash('sha256').update(canonical))].join('\n');
  const key = scope.reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${LOGIN.secretAccessKey}`,
  );
  return hex(createHmac('sha256', key).update(toSign)) === signature ? null : 'SignatureDoesNotMatch';
}

function hex(hash: { digest(encoding: 'hex'): string }): string {
  return hash.digest('hex');
}

function failure(status: number, code: string): PeerReply {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No.</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}
