import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { everyone } from '../../src/platform/auth/policy.ts';
import { nameText } from '../../src/platform/http/fields.ts';
import { documentRoutes } from '../../src/platform/http/openapi.ts';
import { operation } from '../../src/platform/http/operation.ts';
import { createServer } from '../../src/platform/http/server.ts';
import { TEST_VAULT } from '../harness/vault.ts';
import type { Fuzzed } from './run.ts';
import { portOf } from './target.ts';

const SECRET = 'a-secret-that-must-not-leave';
const ok = Type.Object({ name: Type.String() });

/** A test server with one planted fault per route, and one route without any; the caller closes it. */
export async function openPlanted(): Promise<Fuzzed & { app: FastifyInstance }> {
  const log: string[] = [];
  const app = await createServer({
    // No route requests it.
    db: null as never,
    authenticate: async () => null,
    vault: TEST_VAULT,
    publicUrl: 'http://tributary.test',
    trustProxy: null,
    logLevel: 'info',
    logStream: { write: (line) => void log.push(line) },
    redisUrl: null,
    rateLimitPerMinute: 1_000_000,
    checkReplies: true,
    unguardedPrefixes: ['/docs'],
  });
  await documentRoutes(app, {
    title: 'Planted',
    description: '',
    version: '1',
    publicUrl: 'http://tributary.test',
    redirectPaths: {},
  });
  const plant = (name: string, handle: (name: string, call: { log: (text: string) => void }) => { name: string }) =>
    operation(app, {
      method: 'POST',
      url: `/planted/${name}`,
      operationId: name,
      summary: name,
      tags: [],
      policy: everyone,
      body: Type.Object({ name: nameText({ max: 20 }) }),
      replies: { 200: ok },
      handle: ({ body, ctx }) => handle(body.name, { log: (text) => ctx.log.info(text) }),
    });
  plant('sound', (name) => ({ name }));
  plant('throws', (name) => {
    if (name.length > 3) throw new TypeError(`cannot read ${name}`);
    return { name };
  });
  plant('leaksAPath', () => ({ name: `${import.meta.dirname}/planted.ts is missing` }));
  plant('leaksAStack', () => ({ name: String(new Error('x').stack) }));
  plant('leaksSql', () => ({ name: 'Failed query: SELECT id FROM users WHERE id = $1' }));
  plant('leaksASecret', () => ({ name: SECRET }));
  plant('isNotAsDocumented', (name) => ({ name, more: 1 }));
  plant('logsASecret', (name, { log }) => {
    log(`somebody came with ${SECRET}`);
    return { name };
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const ground = async () => ({
    emails: ['a@people.example'],
    pages: ['https://shop.example/'],
    idFor: () => 1,
    textFor: () => null,
  });
  return {
    app,
    port: portOf(app),
    log,
    ground,
    secrets: new Map([[SECRET, 'SECRET']]),
    credentials: async () => ({ nobody: null }),
  };
}
