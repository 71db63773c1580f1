import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Msg } from '@nats-io/transport-node';
import type { NatsAddress } from '../../../platform/nats/nats-address.ts';
import { NatsLink } from '../../../platform/nats/nats-link.ts';
import type { Click } from '../batch.ts';
import { CarryLoop, LogUnavailable } from '../carry-loop.ts';
import { ClickDatabase } from '../click-database.ts';
import type { ClickLog } from '../click-log.ts';
import { linkSubject } from '../edge/edge-bucket.ts';
import type { LinkReply } from '../edge/edge-snapshot.ts';
import { type EdgeData, SnapshotPublisher } from '../edge/publish-snapshot.ts';
import { RefusedClicks } from '../journal/refused-clicks.ts';
import { type LocalClickLogDeps, openLocalClickLog } from '../local-click-log.ts';
import type { LinkProfile, LinkTarget } from '../profile.ts';
import type { Profiles } from '../profiles.ts';
import { ClickRecorder } from '../recorder.ts';
import { newFigures } from '../recorder-figures.ts';
import { ensureStream, SPAN, streamNames } from './click-stream.ts';
import { streamFrames } from './stream-frames.ts';
import { StreamSource } from './stream-source.ts';

const CATCH_UP_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

export interface StreamClickLogDeps extends LocalClickLogDeps {
  address: NatsAddress;
  /** The publisher for edges; null: there are no edges. */
  edges: EdgeData | null;
}

/**
 * The log in NATS JetStream: clicks of all processes in one order. While NATS does not accept them, they are written to the
 * journal of this process, which is recorded as if there were no other log. Clicks that are in both are recognised by their ids.
 */
export async function openStreamClickLog(deps: StreamClickLogDeps): Promise<ClickLog> {
  const { databaseUrl, profiles, dataDir, logger, timeouts, address, onRecorded } = deps;
  const figures = newFigures();
  const local = await openLocalClickLog({ ...deps, figures });
  const names = streamNames(address.name);
  const link = new NatsLink(address, logger);
  const database = new ClickDatabase(databaseUrl, profiles, timeouts, onRecorded);
  const refused = new RefusedClicks(path.join(dataDir, 'clicks', 'refused'));
  const source = new StreamSource({
    link,
    names,
    database,
    profiles,
    refused,
    figures,
    logger,
    writer: `writer-${randomBytes(6).toString('hex')}`,
    onMore: () => loop.wake(),
    onCounted: (position) => loop.advanceTo(position),
  });
  const loop: CarryLoop = new CarryLoop({ source, database, figures, logger });
  const frames = streamFrames<Click>({
    link,
    names,
    published: (sequence, clicks) => source.published(sequence, clicks),
    missing: () => loop.restart(),
    keepElsewhere: (clicks) => keepLocally(local, clicks),
  });
  const recorder = new ClickRecorder({ log: frames, pressure: loop, figures, logger });
  let subscribed: unknown = null;
  link.onUp(() => {
    const { nc } = link.nats;
    // A restored connection keeps its subscriptions.
    if (subscribed !== nc) {
      nc.subscribe(names.counted, { callback: (_, message) => loop.advanceTo(Number(message.string())) });
      nc.subscribe(linkSubject(address.name), {
        queue: 'links',
        callback: (_, message) => void answerEdge(message, profiles),
      });
    }
    subscribed = nc;
    loop.restart();
  });
  // The stream is created here if possible, so that the first click does not have to use the journal. If NATS does not answer, the carry
  // loop creates it.
  if (await link.open()) await link.use((nats) => ensureStream(nats, names)).catch(() => {});
  const isElected = () => loop.position !== null;
  const snapshot = deps.edges && new SnapshotPublisher({ ...deps.edges, link, name: address.name, isElected, logger });
  let trimTo = 0;
  return {
    record: (click, settle) => recorder.record(click, settle),
    figures,
    waiting: () => loop.waiting + local.waiting(),
    settled(timeoutMs) {
      const both = [link.isUp ? loop.settled(timeoutMs) : undefined, local.settled(timeoutMs)].filter(
        (one) => one !== undefined,
      );
      return both.length === 0 ? undefined : Promise.all(both).then(() => undefined);
    },
    async catchUp() {
      await local.catchUp();
      const { state } = await link
        .use(async (nats) => {
          await ensureStream(nats, names);
          return nats.jsm.streams.info(names.stream);
        })
        .catch((error) => {
          throw new LogUnavailable('the click log in NATS does not answer', { cause: error });
        });
      const end = (state.last_seq + 1) * SPAN;
      if (state.messages > 0) {
        await loop.settled(CATCH_UP_TIMEOUT_MS, end);
        if (loop.reached < end) throw new LogUnavailable('clicks in NATS still wait for the database');
      }
      if (loop.position === null) return;
      // Removes what the previous round recorded, except for the message that shows whether the log is unchanged.
      const sequence = Math.floor(trimTo / SPAN) - 1;
      if (sequence > 1) await link.use(({ jsm }) => jsm.streams.purge(names.stream, { seq: sequence }));
      trimTo = loop.position;
    },
    purgeVisitors: (keptFrom, nowMs) => local.purgeVisitors(keptFrom, nowMs),
    async stop() {
      await snapshot?.stop();
      await recorder.stop();
      await loop.stop(STOP_TIMEOUT_MS);
      await source.reset();
      await link.close();
      await database.disconnect();
      await local.stop();
    },
  };
}

/** Writes clicks to the journal of this process. @returns null, or the reason why nothing stores them */
async function keepLocally(local: ClickLog, clicks: readonly Click[]): Promise<unknown> {
  const errors = await Promise.all(
    clicks.map((click) => new Promise<unknown>((resolve) => local.record(click, (error) => resolve(error ?? null)))),
  );
  return errors.find((error) => error !== null) ?? null;
}

/** Returns the target of a link to an edge. */
async function answerEdge(message: Msg, profiles: Profiles): Promise<void> {
  const reply: LinkReply = await profiles.find(message.string()).then(
    (profile) => ({ target: profile && targetIn(profile) }),
    () => ({}),
  );
  message.respond(JSON.stringify(reply));
}

/** Only the target of the link is sent. Other data of a profile do not leave the application. */
function targetIn({ code, userId, agencyId, targetBefore, targetAfter, passed, expiry }: LinkProfile): LinkTarget {
  return { code, userId, agencyId, targetBefore, targetAfter, passed, expiry };
}
