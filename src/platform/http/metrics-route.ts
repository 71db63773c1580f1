import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Credential } from '../auth/credential.ts';
import type { Policy } from '../auth/policy.ts';
import { Unauthenticated } from '../errors/errors.ts';
import { printMetrics } from '../metrics.ts';
import { operation } from './operation.ts';
import { file } from './replies.ts';

/**
 * Creates the rule that decides who may read metrics: callers with the token; if none is configured, callers from this machine.
 * @param token null if none is configured
 */
export function metricsGate(token: string | null): (credential: Credential | null, isLocalPeer: boolean) => boolean {
  const expected = token === null ? null : digest(token);
  return (credential, isLocalPeer) =>
    expected === null ? isLocalPeer : credential !== null && timingSafeEqual(digest(credential.value), expected);
}

/**
 * Admits callers with the token as `Authorization: Bearer <token>`. Without a configured token, admits callers from this machine.
 * @param token null: none is configured
 */
function forMonitoring(token: string | null): Policy<null, null> {
  const mayRead = metricsGate(token);
  return {
    name: 'monitoring',
    describe: 'Callers with METRICS_TOKEN; if none is configured, requests from this machine without a proxy.',
    credential: 'none',
    subject: null,
    refusals: [401],
    admit: async ({ credential, isLocalPeer }) => {
      if (!mayRead(credential, isLocalPeer)) throw new Unauthenticated();
      return { actor: null, resource: null };
    },
  };
}

/** `GET /metrics` for Prometheus. Exempt from the rate limit, because monitoring calls it. */
export function metricsRoute(app: FastifyInstance, token: string | null = null): void {
  operation(app, {
    method: 'GET',
    url: '/metrics',
    operationId: 'getMetrics',
    summary: 'Metrics of this process, for Prometheus',
    tags: ['Platform'],
    addition: true,
    policy: forMonitoring(token),
    rateLimited: false,
    replies: { 200: file('Metrics as text.', 'text/plain') },
    handle: async ({ reply }) => {
      const { type, text } = await printMetrics(app.metrics);
      reply.type(type);
      return text;
    },
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
