import type { NatsLink } from '../../../platform/nats/nats-link.ts';
import type { ArrivedClick } from '../batch.ts';
import { LogUnavailable } from '../carry-loop.ts';
import type { FrameLog } from '../recorder.ts';
import { publishFrame, type StreamNames } from './click-stream.ts';

/** Frames that are published before the first of them is acknowledged. */
const LANES = 4;
/** Time for which the stream is not used after a failure, so that not every shopper waits for it. */
const REST_MS = 500;

export interface StreamFramesDeps<C> {
  link: NatsLink;
  names: StreamNames;
  /** Called with each message that the stream has stored: sequence number and clicks. */
  published?: (sequence: number, clicks: number) => void;
  /** Called when the stream does not seem to exist. */
  missing?: () => void;
  keepElsewhere: FrameLog<C>['keepElsewhere'];
}

/** The frames of a recorder as messages of a stream. */
export function streamFrames<C extends ArrivedClick>(deps: StreamFramesDeps<C>): FrameLog<C> {
  const { link, names, published = () => {}, missing = () => {}, keepElsewhere } = deps;
  let restsUntil = 0;
  return {
    lanes: LANES,
    async append(clicks) {
      if (performance.now() < restsUntil) throw new LogUnavailable('the stream has just refused clicks');
      try {
        published(await publishFrame(link, names, clicks), clicks.length);
      } catch (error) {
        if (link.isUp) restsUntil = performance.now() + REST_MS;
        // No subscriber of its subject. The class of this error is not exported.
        if (error instanceof Error && error.name === 'JetStreamNotEnabled') missing();
        throw error;
      }
    },
    keepElsewhere,
  };
}
