import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import type { Nats } from '../../../platform/nats/nats-link.ts';

/*
 * The key-value bucket that edges read.
 * - `link.<code>`: the page that the link leads to
 * - `script.<key>`: the script of a store; the key is in base64url
 * - `day.<YYYY-MM-DD>`: the secret key of the visitor hashes of that day, in base64
 * - `progress`: how far links have been published. It is written after them, so that a reader who sees it has a complete snapshot
 */
export const LINK = 'link.';
export const SCRIPT = 'script.';
export const DAY = 'day.';
export const PROGRESS = 'progress';

export const scriptKey = (trackingKey: string): string => SCRIPT + Buffer.from(trackingKey).toString('base64url');
const bucketName = (name: string): string => `${name}-edge`;
/** The stream that is behind the bucket. */
export const bucketStream = (name: string): string => `KV_${bucketName(name)}`;
/** The subject for requests of a link that is not in the bucket yet. */
export const linkSubject = (name: string): string => `${name}.link`;

/** Opens the bucket; made unless it exists, and taken as it is when it does. */
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
