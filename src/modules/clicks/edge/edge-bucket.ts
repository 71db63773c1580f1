import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import type { Nats } from '../../../platform/nats/nats-link.ts';

/*
 * The key-value bucket that edges read.
 * - `target.<code>`: a link; see `encodeLink`
 * - `slug.<slug>`: the code of the link that has or had the slug
 * - `passed.<store>`: names of the parameters that links of a store pass on, as JSON; only of stores that have chosen some
 * - `host.<host>`: the owner of a domain of a creator or an agency, as JSON; the host is in base64url
 * - `agency.<user>`: the agency of a creator; only of agencies with a domain, because nothing else depends on it
 * - `script.<key>`: the script of a store; the key is in base64url
 * - `day.<YYYY-MM-DD>`: the secret key of the visitor hashes of that day, in base64
 * - `published`: how far links have been published. It is written after them, so that a reader who sees it has a complete snapshot
 */
export const LINK = 'target.';
export const SLUG = 'slug.';
export const PASSED = 'passed.';
export const HOST = 'host.';
export const AGENCY = 'agency.';
export const SCRIPT = 'script.';
export const DAY = 'day.';
export const PROGRESS = 'published';

export const scriptKey = (trackingKey: string): string => SCRIPT + Buffer.from(trackingKey).toString('base64url');
export const hostKey = (host: string): string => HOST + Buffer.from(host).toString('base64url');
export const hostOfKey = (key: string): string => Buffer.from(key.slice(HOST.length), 'base64url').toString();

/**
 * A link in the form that the bucket contains. Data that depends on its store and creator has keys of its own, so that a change does
 * not rewrite all links.
 */
export interface BucketLink {
  userId: number;
  storeId: number;
  url: string;
  /** Milliseconds since 1970; null: it does not expire. */
  expiresMs: number | null;
  expiredUrl: string | null;
}

/** A short text: an edge keeps it of every link. */
export function encodeLink({ userId, storeId, url, expiresMs, expiredUrl }: BucketLink): string {
  const always = [userId, storeId, url];
  return JSON.stringify(expiresMs === null ? always : [...always, expiresMs, expiredUrl]);
}

/** @throws SyntaxError for a text that is no JSON */
export function decodeLink(text: string): BucketLink {
  const [userId, storeId, url, expiresMs = null, expiredUrl = null] = JSON.parse(text);
  return { userId, storeId, url, expiresMs, expiredUrl };
}

const bucketName = (name: string): string => `${name}-edge`;
/** The stream that is behind the bucket. */
export const bucketStream = (name: string): string => `KV_${bucketName(name)}`;
/** The subject for requests of a link that is not in the bucket yet. */
export const linkSubject = (name: string): string => `${name}.link`;

/** Opens the bucket, and creates it if it does not exist. The settings of an existing bucket are not changed. */
export async function openBucket({ js, jsm }: Nats, name: string): Promise<KV> {
  const kvm = new Kvm(js);
  try {
    await jsm.streams.info(bucketStream(name));
    return await kvm.open(bucketName(name));
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== JetStreamApiCodes.StreamNotFound) throw error;
    return kvm.create(bucketName(name), { history: 1, storage: 'file' });
  }
}
