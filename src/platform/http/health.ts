import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Type } from 'typebox';
import { everyone } from '../auth/policy.ts';
import { operation } from './operation.ts';

const PATIENCE_MS = 1_000;

/** `GET /v2/health`: `up` while the database answers within a second, else a 503 with `down`. */
export function healthRoute(app: FastifyInstance, pool: pg.Pool): void {
  const state = <Status extends string>(status: Status, description: string) =>
    Type.Object({ status: Type.Literal(status) }, { description });
  operation(app, {
    method: 'GET',
    url: '/v2/health',
    operationId: 'getHealth',
    summary: 'Is the service healthy?',
    tags: ['Platform'],
    policy: everyone,
    // A load balancer that asks often must never be told that a healthy node is not.
    rateLimited: false,
    replies: { 200: state('up', 'The database answers.'), 503: state('down', 'The database does not answer.') },
    handle: async ({ reply }) => {
      reply.header('cache-control', 'no-store');
      const up = await answers(pool);
      if (!up) reply.code(503);
      return { status: up ? 'up' : 'down' };
    },
  });
}

async function answers(pool: pg.Pool): Promise<boolean> {
  const patience = new AbortController();
  const asked = pool.query('SELECT 1').then(
    () => true,
    () => false,
  );
  const waited = sleep(PATIENCE_MS, false, { signal: patience.signal }).catch(() => false);
  try {
    return await Promise.race([asked, waited]);
  } finally {
    patience.abort();
  }
}
