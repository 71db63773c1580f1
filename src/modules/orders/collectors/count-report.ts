import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { TooManyRequests } from '../../../platform/http/error-format.ts';
import { type PreparedReport, type RecordedOrder, recordPrepared } from '../reports/record-order.ts';
import {
  type CountedWay,
  countOfDay,
  countProven,
  isKnownOrder,
  limitOfDay,
  uncount,
  untilMidnight,
} from './count-reports-of-day.ts';
import { keepUnconfirmed } from './keep-unconfirmed.ts';

/** The part of a store's day that one address may use up is one fifth, and at least this number of orders. */
const LEAST_SHARE = 100;
const ADDRESSES_OF_A_DAY = 5;

/**
 * Records a report of a page or plugin within the limits of its way. Only a new order counts, for the key within a minute and for the store within a day: a
 * repetition, and a report that is refused, leave both to others.
 * @param report from `prepareReport`
 * @returns null if the report was kept without effect, because unsigned pages of the store, or this address, have reported too many orders today
 * @throws TooManyRequests
 */
export async function recordWithinLimits(
  ctx: Pick<Context, 'db' | 'now'>,
  request: FastifyRequest,
  { way, report }: { way: CountedWay; report: PreparedReport },
): Promise<RecordedOrder | null> {
  const { id: storeId } = report.store;
  const { orderId, event } = report.reported;
  if (await isKnownOrder(ctx, { storeId, orderId, eventKindId: event?.kind.id ?? null }))
    return recordPrepared(ctx, report);
  const { server } = request;
  await server.countReportKey(request, `${way}:${storeId}`);
  const { unsigned: least, proven } = server.reportsPerStoreDay;
  if (way !== 'sales_pixel') await countProven(ctx, { storeId, way, max: proven });
  else {
    const max = await limitOfDay(ctx, { storeId, least });
    const added = await server.countOfAddress(request, 'addedOfDay', dailyKey(ctx, storeId));
    const share = Math.max(LEAST_SHARE, Math.floor(max / ADDRESSES_OF_A_DAY));
    if (added > share || !(await countOfDay(ctx, { storeId, way, max }))) {
      // A kept report is an order until the store confirms it, so events beyond the limits are refused.
      if (event !== null) throw new TooManyRequests(untilMidnight(ctx.now()));
      const keptOfAddress = await server.countOfAddress(request, 'keptOfDay', dailyKey(ctx, storeId));
      await keepUnconfirmed(ctx, { report, keptOfAddress });
      return null;
    }
  }
  try {
    const recorded = await recordPrepared(ctx, report);
    if (recorded.outcome !== 'recorded') await uncount(ctx, { storeId, way });
    return recorded;
  } catch (error) {
    await uncount(ctx, { storeId, way });
    throw error;
  }
}

const dailyKey = ({ now }: Pick<Context, 'now'>, storeId: number) => `${storeId}:${now().toISOString().slice(0, 10)}`;
