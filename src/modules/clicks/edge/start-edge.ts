import type { IncomingMessage, ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Logger } from '../../../platform/context.ts';
import { visitorCountry } from '../../../platform/http/visitor-country.ts';
import type { NatsAddress } from '../../../platform/nats/nats-address.ts';
import { NatsLink } from '../../../platform/nats/nats-link.ts';
import type { ArrivedClick } from '../batch.ts';
import { linkHosts } from '../link-hosts.ts';
import { ClickRecorder } from '../recorder.ts';
import { newFigures } from '../recorder-figures.ts';
import { createRedirect } from '../redirect.ts';
import { shopperAddress } from '../shopper-address.ts';
import { streamNames } from '../stream/click-stream.ts';
import { streamFrames } from '../stream/stream-frames.ts';
import { VisitorKeys } from '../visitor.ts';
import { EdgeJournal } from './edge-journal.ts';
import { type EdgeState, measureEdge } from './edge-metrics.ts';
import { EdgeSnapshot } from './edge-snapshot.ts';

export interface EdgeDeps {
  address: NatsAddress;
  /** Clicks that NATS does not take are in `clicks/` below it. */
  dataDir: string;
  calendar: Calendar;
  /** Proxies whose X-Forwarded-For counts; null trusts none. */
  trustProxy: string | null;
  /** The header that contains the visitor's country, as set by these proxies, in lower case; null: none. */
  countryHeader: string | null;
  now: () => number;
  logger: Logger;
}

/** A process that sends shoppers on without a database. */
export interface Edge {
  /** Answers `/r/{code}`. */
  redirect: (request: IncomingMessage, response: ServerResponse) => void;
  /** Whether a request is for a domain of a creator or an agency, where `redirect` answers every path. */
  claims(request: IncomingMessage): boolean;
  /** Returns a store's script as the application published it; undefined if there is no such store. */
  scriptOf(trackingKey: string): string | undefined;
  /** Whether a link is known without a question to the application. */
  knows(code: string): boolean;
  state(): EdgeState;
  /** The same for Prometheus. */
  metrics: Registry;
  stop(): Promise<void>;
}

/** Resolves when all links are known: it waits for NATS, and for an application process that has published them. */
export async function startEdge(deps: EdgeDeps): Promise<Edge> {
  const { address, dataDir, calendar, trustProxy, countryHeader, now, logger } = deps;
  const link = new NatsLink(address, logger);
  const names = streamNames(address.name);
  const figures = newFigures();
  const keys = new VisitorKeys();
  const snapshot = new EdgeSnapshot({ link, name: address.name, keys, logger });
  const journal = await EdgeJournal.open({ dataDir, link, names, figures, logger });
  const frames = streamFrames<ArrivedClick>({
    link,
    names,
    keepElsewhere: (clicks) => journal.recorder.recordAll(clicks),
  });
  const recorder = new ClickRecorder({ log: frames, pressure: { isPressed: false, lagMs: 0 }, figures, logger });
  await link.open();
  await snapshot.ready;
  const hosts = linkHosts(snapshot);
  const state = (): EdgeState => ({
    isConnected: link.isUp,
    isRefusing: journal.isRefusing,
    links: snapshot.size,
    snapshotAgeMs: Math.max(0, now() - snapshot.confirmedMs),
    waiting: journal.waiting,
    journaled: figures.journaled,
    forwarded: journal.forwarded,
    refused: figures.refused,
  });
  const metrics = new Registry();
  measureEdge(metrics, state);
  return {
    redirect: createRedirect({
      profiles: snapshot,
      log: recorder,
      hosts,
      keys,
      calendar,
      now,
      logger,
      addressOf: shopperAddress(trustProxy),
      countryOf: visitorCountry({ trustProxy, countryHeader }),
      isLimited: () => true,
    }),
    claims: (request) => hosts.admits(request) !== undefined,
    scriptOf: (trackingKey) => snapshot.scriptOf(trackingKey),
    knows: (code) => snapshot.recall(code) !== undefined,
    state,
    metrics,
    async stop() {
      await recorder.stop();
      await journal.stop();
      snapshot.stop();
      await link.close();
    },
  };
}
