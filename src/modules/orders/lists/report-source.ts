import type { Static, TSchema } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import { type Figure, type ReportContent, readReport } from '../../../platform/export/report.ts';
import type { Money } from '../../../platform/money.ts';
import { creatorOrderColumns, orderColumns } from './list-export.ts';
import { CREATOR_LIST_ORDER, type Order, readOrderBatches, STORE_LIST_ORDER } from './read-orders.ts';
import type { creatorOrderListQuery, orderListQuery } from './schemas.ts';

type QueryOf<Fields extends Record<string, TSchema>> = { [Name in keyof Fields]?: Static<Fields[Name]> | undefined };
/** The filters and the order of a store's orders, by their names in the query of the list. */
export type StoreOrdersView = Omit<QueryOf<typeof orderListQuery>, 'from' | 'to' | 'format' | 'lang' | 'page' | 'size'>;
/** The same of a creator's orders. */
export type CreatorOrdersView = Omit<QueryOf<typeof creatorOrderListQuery>, 'from' | 'to' | 'page' | 'size'>;

/** Reads the orders of a store for a report. */
export async function readStoreOrdersReport(
  ctx: Pick<Context, 'db'>,
  storeId: number,
  { days, ...view }: StoreOrdersView & { days: DayRange },
  { maxRows }: { maxRows: number },
): Promise<ReportContent> {
  const filters = {
    storeId,
    userId: view.user_id,
    orderId: view.order_id?.trim(),
    text: view.q?.trim() || undefined,
    isAttributed: view.attributed,
    isUnresolved: view.unresolved,
    isContradicted: view.contradicted,
    statuses: view.statuses,
    linkId: view.link_id,
    campaignId: view.offer_id,
    from: days.first,
    to: days.last,
  };
  const batches = await readOrderBatches(ctx, filters, STORE_LIST_ORDER.by(view.sort_by));
  return readReport({ columns: orderColumns, batches, figures: (order) => figuresOf('cost', order) }, { maxRows });
}

/** Reads the orders of a creator for a report: without what only the store may know. */
export async function readCreatorOrdersReport(
  ctx: Pick<Context, 'db'>,
  userId: number,
  { days, ...view }: CreatorOrdersView & { days: DayRange },
  { maxRows }: { maxRows: number },
): Promise<ReportContent> {
  const { statuses, link_id: linkId, offer_id: campaignId, sort_by: sortBy } = view;
  const filters = { userId, statuses, linkId, campaignId, from: days.first, to: days.last };
  const batches = await readOrderBatches(ctx, filters, CREATOR_LIST_ORDER.by(sortBy));
  const figures = (order: Order) => figuresOf('earnings', order);
  return readReport({ columns: creatorOrderColumns, batches, figures }, { maxRows });
}

function figuresOf(money: 'cost' | 'earnings', order: Order): Figure[] {
  return [
    { name: 'orders', count: 1 },
    { name: 'order_value', amount: amountOf(order.netValue) },
    { name: money, amount: amountOf(order[money]) },
  ];
}

const amountOf = ({ minor, currency }: Money) => ({ minor: Number(minor), currency });
