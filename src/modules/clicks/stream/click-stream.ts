import { DiscardPolicy, JetStreamApiCodes, JetStreamApiError, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { type Nats, type NatsLink, REPLY_MS } from '../../../platform/nats/nats-link.ts';
import type { ArrivedClick } from '../batch.ts';
import { toLogged } from '../carry-batch.ts';
import { encodeFrame, type LoggedClick } from '../journal/frame.ts';

/** The same size as a journal. To use another size, or replicas, create the stream before the first start. */
const MAX_BYTES = 1024 * 1024 * 1024;
const NANOS_IN_MS = 1_000_000;
const DUPLICATE_WINDOW_MS = 2 * 60_000;
/** Sequence numbers of the log for each message of the stream: one for each click that it can contain, and unused ones. */
export const SPAN = 4_096;

/** The names of a log's resources in NATS. */
export interface StreamNames {
  stream: string;
  /** Frames of clicks are published here. */
  clicks: string;
  /** The process that records the stream publishes its position here. */
  counted: string;
}

export function streamNames(name: string): StreamNames {
  return { stream: `${name}-clicks`, clicks: `${name}.clicks`, counted: `${name}.counted` };
}

/** Creates the stream unless it exists. An existing one is used unchanged. */
export async function ensureStream({ jsm }: Nats, { stream, clicks }: StreamNames): Promise<void> {
  try {
    await jsm.streams.info(stream);
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== JetStreamApiCodes.StreamNotFound) throw error;
    await jsm.streams.add({
      name: stream,
      subjects: [clicks],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      // Unrecorded messages are never discarded for new ones: a full stream refuses new messages.
      discard: DiscardPolicy.New,
      max_bytes: MAX_BYTES,
      duplicate_window: DUPLICATE_WINDOW_MS * NANOS_IN_MS,
      allow_direct: true,
    });
  }
}

/**
 * Publishes clicks as one message, a frame as in a journal.
 * @returns the sequence number of the message, when the stream has stored it
 * @throws when the stream refuses it, or does not reply in time; it may still have stored it
 */
export function publishFrame(link: NatsLink, names: StreamNames, clicks: readonly ArrivedClick[]): Promise<number> {
  return publishLogged(link, names, clicks.map(toLogged));
}

/** The same of clicks as a journal keeps them. */
export async function publishLogged(
  link: NatsLink,
  names: StreamNames,
  clicks: readonly LoggedClick[],
): Promise<number> {
  const frame = encodeFrame(clicks, 0);
  const options = { msgID: clicks[0]!.id, timeout: REPLY_MS };
  return (await link.use(({ js }) => js.publish(names.clicks, frame, options))).seq;
}
