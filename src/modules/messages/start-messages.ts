import type { Context } from '../../platform/context.ts';
import { isUnavailable } from '../../platform/database/errors.ts';
import { requestDueBroadcasts } from './broadcasts/send-broadcast.ts';
import { requestTriggers } from './triggers/send-triggers.ts';

const PAUSE_MS = 60_000;
/** Triggers are looked for in every fifth round. */
const ROUNDS = 5;

/** Requests the messages that are due while the process runs. Several processes may do so: each message is sent once. */
export function startMessages({ db, now, log }: Pick<Context, 'db' | 'now' | 'log'>): { stop(): Promise<void> } {
  let round: Promise<void> = Promise.resolve();
  let rounds = 0;
  const request = async () => {
    const broadcasts = await requestDueBroadcasts({ db, now });
    rounds += 1;
    const triggers = rounds % ROUNDS === 0 ? await requestTriggers({ db, now }) : 0;
    if (broadcasts + triggers > 0) log.info({ broadcasts, triggers }, 'messages to many were requested');
  };
  const look = () => {
    round = request().catch((err) =>
      log[isUnavailable(err) ? 'debug' : 'warn']({ err }, 'messages to many could not be requested'),
    );
  };
  const timer = setInterval(look, PAUSE_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
