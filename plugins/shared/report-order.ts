import { type ApiClient, createClient } from '@tributary/client';
import type { OrderChanges, OrderReport, StoreConnection } from './order-report.ts';

const TIMEOUT_MS = 30_000;
const PATHS = { orders: '/v2/stores/{store}/orders', order: '/v2/stores/{store}/orders/{order}' } as const;

/**
 * Creates a client that retries lost requests, with a timeout for each request. Callers whose own callers wait for the result pass a
 * shorter timeout and fewer retries.
 */
export function connectStore(
  { url, apiKey }: StoreConnection,
  { timeoutMs = TIMEOUT_MS, ...retries }: { timeoutMs?: number; retries?: number } = {},
): ApiClient {
  return createClient({
    baseUrl: url.replace(/\/+$/, ''),
    token: apiKey,
    fetch: (request) => fetch(request, { signal: AbortSignal.timeout(timeoutMs) }),
    ...retries,
  });
}

/**
 * Updates Tributary's record of an order: reports the order, then denies it if it is cancelled and undecided, undoes this if it is paid after all, or records its
 * refunds. The call can be repeated at any time and in any order, because refunds only increase and an unchanged order has no effect.
 * @throws ApiError or ConnectionError; the caller repeats the call later
 */
export async function reportOrder(
  client: ApiClient,
  store: number,
  report: OrderReport,
  { refundedShare, refunds, isCancelled }: OrderChanges,
): Promise<void> {
  const reported = await postOrder(client, store, report);
  const order = isCancelled ? reported : await reopened(client, store, reported);
  if (order.status === 'denied') return;
  const params = { path: { store, order: order.id } };
  if (isCancelled && order.status === 'pending') {
    await client.PATCH(PATHS.order, { params, body: { status: 'denied', denial_reason: 'cancelled' } });
    return;
  }
  const refunded = isCancelled ? order.value.amount : (refunds?.amount ?? partOf(order.value.amount, refundedShare));
  if (Number(refunded) <= Number(order.refunded.amount)) return;
  const { currency } = order.value;
  const lines = isCancelled ? [] : (refunds?.lines ?? []);
  const ofLines = lines.map(({ line, amount }) => ({ line, amount: { amount, currency } }));
  await client.PATCH(PATHS.order, {
    params,
    body: { refunded: { amount: refunded, currency }, ...(ofLines.length === 0 ? {} : { refunded_lines: ofLines }) },
  });
}

type RecordedOrder = Awaited<ReturnType<typeof postOrder>>;

const postOrder = async (client: ApiClient, store: number, report: OrderReport) =>
  (await client.POST(PATHS.orders, { params: { path: { store } }, body: report })).data!;

/** Undoes the denial of an order that is paid, if an API key of the store has denied it and not a person. */
async function reopened(client: ApiClient, store: number, order: RecordedOrder): Promise<RecordedOrder> {
  const decision = order.events.filter(({ kind }) => ['status', 'voided', 'void_undone'].includes(kind)).at(-1);
  if (order.status !== 'denied' || decision?.details.channel !== 'server') return order;
  const params = { path: { store, order: order.id } };
  return (await client.PATCH(PATHS.order, { params, body: { status: 'pending' } })).data!;
}

/** A part of an amount, with as many decimals as the amount. */
function partOf(amount: string, share: number): string {
  const digits = amount.split('.')[1]?.length ?? 0;
  return (Number(amount) * Math.min(Math.max(share, 0), 1)).toFixed(digits);
}
