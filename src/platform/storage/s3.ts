import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { Unavailable } from '../errors/errors.ts';
import { replyBytes } from '../outbound/reply-bytes.ts';
import { assertFileKey } from './file-key.ts';
import type { ListedStorage } from './file-storage.ts';
import { readListing } from './s3-listing.ts';

export interface S3Settings {
  /** `https://s3.example.com`; the bucket is appended as the first path segment. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const TIMEOUT_MS = 10_000;
const LARGEST_FILE_BYTES = 32 * 1024 * 1024;
const LARGEST_ERROR_BYTES = 64 * 1024;
/** One page lists at most a thousand files. */
const LARGEST_LISTING_BYTES = 4 * 1024 * 1024;

/** Stores files in an S3-compatible bucket. Requests and their bodies are signed (Signature Version 4). */
export function s3Storage({ endpoint, bucket, ...login }: S3Settings, timeoutMs = TIMEOUT_MS): ListedStorage {
  const client = new AwsClient({ ...login, service: 's3', retries: 0 });
  const root = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}/`;

  const send = async (method: Method, key: string, file?: { content: Buffer; mediaType: string }) => {
    assertFileKey(key);
    return sendTo(method, root + key, file);
  };
  const sendTo = async (method: Method, address: string, file?: { content: Buffer; mediaType: string }) => {
    const hash = createHash('sha256')
      .update(file?.content ?? '')
      .digest('hex');
    return client
      .fetch(address, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'x-amz-content-sha256': hash, ...(file === undefined ? {} : { 'content-type': file.mediaType }) },
        ...(file === undefined ? {} : { body: new Uint8Array(file.content) }),
      })
      .catch((error) => {
        throw silent(error);
      });
  };

  return {
    async put(key, content, mediaType) {
      const reply = await send('PUT', key, { content, mediaType });
      if (!reply.ok) throw await refused(reply, 'PUT');
      await drained(reply);
    },
    async get(key) {
      const reply = await send('GET', key);
      if (!reply.ok) {
        const error = await refused(reply, 'GET');
        if (error.message.endsWith(' NoSuchKey')) return null;
        throw error;
      }
      return replyBytes(reply, LARGEST_FILE_BYTES).catch((error) => {
        throw silent(error);
      });
    },
    async delete(key) {
      const reply = await send('DELETE', key);
      if (!reply.ok) {
        const error = await refused(reply, 'DELETE');
        if (!error.message.endsWith(' NoSuchKey')) throw error;
      }
      await drained(reply);
    },
    async *list(folder) {
      let token: string | null = '';
      while (token !== null) {
        // Sorted by name, as the signature requires.
        const asked = new URLSearchParams({
          ...(token === '' ? {} : { 'continuation-token': token }),
          'list-type': '2',
          prefix: `${folder}/`,
        });
        const reply = await sendTo('GET', `${root}?${asked}`);
        if (!reply.ok) throw await refused(reply, 'a listing');
        const body = await replyBytes(reply, LARGEST_LISTING_BYTES).catch((error) => {
          throw silent(error);
        });
        const { files, next } = readListing(body.toString('utf8'));
        yield files;
        token = next;
      }
    },
  };
}

type Method = 'GET' | 'PUT' | 'DELETE';

/** The storage did not answer completely. */
function silent(error: unknown): Unavailable {
  return Object.assign(new Unavailable('The file storage does not answer.'), { cause: error });
}

/**
 * Converts a refusal to an error with its status and error code, for example `NoSuchKey`. Overload and internal
 * errors are temporary and become Unavailable.
 */
async function refused(reply: Response, method: string): Promise<Error> {
  const body = await replyBytes(reply, LARGEST_ERROR_BYTES).catch(() => Buffer.alloc(0));
  const code = /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(body.toString('utf8'))?.[1] ?? 'no code';
  const message = `the file storage answered ${method} with ${reply.status} ${code}`;
  return reply.status >= 500 || reply.status === 429 ? silent(new Error(message)) : new Error(message);
}

/** An unread response blocks the reuse of its connection. */
async function drained(reply: Response): Promise<void> {
  await replyBytes(reply, LARGEST_ERROR_BYTES).catch(() => undefined);
}
