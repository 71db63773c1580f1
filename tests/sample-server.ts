import type { FastifyInstance } from 'fastify';
import type { Actor } from '../src/platform/auth/actor.ts';
import { connectDatabase } from '../src/platform/database/database.ts';
import type { LogStream } from '../src/platform/http/request-log.ts';
import { createServer, type ServerOptions } from '../src/platform/http/server.ts';
import { TEST_VAULT } from './harness/vault.ts';

const person = (userId: number, facts: Partial<Actor> = {}): Actor => ({
  userId,
  isAdmin: false,
  storeIds: [],
  agencyIds: [],
  memberOfAgencyId: null,
  ...facts,
});

/** Tokens that the sample server accepts, with their owners. */
export const SAMPLE_ACTORS: Record<string, Actor> = {
  'admin-token': person(1, { isAdmin: true }),
  'owner-token': person(2, { storeIds: [7] }),
  'owner-other-token': person(2, { storeIds: [7] }),
  'acting-for-owner-token': person(2, { onBehalfOf: 1 }),
  'stranger-token': person(3, { storeIds: [8] }),
  trb_owner: person(2, { storeIds: [7] }),
  'store-key': person(-5, { storeIds: [7] }),
  trbs_key: person(-5, { storeIds: [7] }),
};

/** An address without a database, for tests whose routes run no query. */
export function nowhere() {
  return connectDatabase('postgres://nobody@127.0.0.1:1/none', {
    maxConnections: 2,
    statementTimeoutMs: 1_000,
    onPoolError: () => {},
  });
}

/** Keeps log lines, parsed. */
export function logLines(): LogStream & { lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  return { lines, write: (line) => void lines.push(JSON.parse(line)) };
}

/** A server with the given routes and the sample tokens, whose replies are held to their documentation. */
export async function sampleServer(
  routes: (app: FastifyInstance) => void | Promise<void>,
  options: Partial<ServerOptions> = {},
): Promise<FastifyInstance> {
  const app = await createServer({
    db: nowhere().db,
    authenticate: async (token) => SAMPLE_ACTORS[token] ?? null,
    publicUrl: 'http://tributary.test',
    vault: TEST_VAULT,
    logLevel: 'silent',
    trustProxy: null,
    rateLimitPerMinute: 100_000,
    redisUrl: null,
    checkReplies: true,
    ...options,
  });
  await routes(app);
  await app.ready();
  return app;
}
