import type { FastifyInstance } from 'fastify';
import { everyone } from '../auth/policy.ts';
import { printMetrics } from '../metrics.ts';
import { operation } from './operation.ts';
import { file } from './replies.ts';

/** `GET /metrics` for Prometheus. Exempt from the rate limit, because monitoring calls it. */
export function metricsRoute(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/metrics',
    operationId: 'getMetrics',
    summary: 'Metrics of this process, for Prometheus',
    tags: ['Platform'],
    addition: true,
    policy: everyone,
    rateLimited: false,
    replies: { 200: file('Metrics as text.', 'text/plain') },
    handle: async ({ reply }) => {
      const { type, text } = await printMetrics(app);
      reply.type(type);
      return text;
    },
  });
}
