import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Type } from 'typebox';
import { everyone } from '../auth/policy.ts';
import { VERSION } from '../version.ts';
import { operation } from './operation.ts';

const TIMEOUT_MS = 1_000;

/** `GET /v2/health`: `up` when the database answers within one second (or `timeoutMs`), else a 503 with `down`. */
export function healthRoute(app: FastifyInstance, pool: Pick<pg.Pool, 'query'>, timeoutMs = TIMEOUT_MS): void {
  const state = <Status extends string>(status: Status, description: string) =>
    Type.Object(
      { status: Type.Literal(status), version: Type.String({ description: 'Of the process that replies.' }) },
      { description },
    );
  operation(app, {
    method: 'GET',
    url: '/v2/health',
    operationId: 'getHealth',
    summary: 'Is the service healthy?',
    tags: ['Platform'],
    policy: everyone,
    // A load balancer that polls often must not receive a 429 from a healthy node.
    rateLimited: false,
    replies: { 200: state('up', 'The database answers.'), 503: state('down', 'The database does not answer.') },
    handle: async ({ reply }) => {
      reply.header('cache-control', 'no-store');
      const up = await answers(pool, timeoutMs);
      if (!up) reply.code(503);
      return { status: up ? 'up' : 'down', version: VERSION };
    },
  });
}

async function answers(pool: Pick<pg.Pool, 'query'>, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  const asked = pool.query('SELECT 1').then(
    () => true,
    () => false,
  );
  // If this process was suspended, the database's response has already arrived and only needs to be read.
  const waited = sleep(timeoutMs, undefined, { signal: timer.signal }).then(
    () => turn(false),
    () => false,
  );
  try {
    return await Promise.race([asked, waited]);
  } finally {
    timer.abort();
  }
}
