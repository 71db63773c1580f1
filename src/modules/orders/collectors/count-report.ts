import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { countOfDay, type PublicChannel } from './count-reports-of-day.ts';

/**
 * Counts a report of a store's page or plugin: for the key within a minute, and for the store within a day.
 * @throws TooManyRequests until the minute, or the day, ends
 */
export async function countReport(
  ctx: Pick<Context, 'db' | 'now'>,
  request: FastifyRequest,
  { storeId, channel }: { storeId: number; channel: PublicChannel },
): Promise<void> {
  await request.server.countReportKey(request, `${channel}:${storeId}`);
  await countOfDay(ctx, { storeId, channel, max: request.server.reportsPerStoreDay });
}
