import { type ApiClient, createClient } from '@tributary/client';
import type { OrderChanges, OrderReport, StoreConnection } from './order-report.ts';

const TIMEOUT_MS = 30_000;
const PATHS = { orders: '/v2/stores/{store}/orders', order: '/v2/stores/{store}/orders/{order}' } as const;

/**
 * Creates a client that repeats lost requests and gives up on a server that does not answer.
 * @param patience the timeout and the number of attempts, for callers whose own callers wait
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
 * Brings Tributary's record of an order up to date: reports the order, then denies it if it is cancelled and undecided, or records its
 * refunds. May be repeated at any time and in any order: refunds only grow, and an unchanged order changes nothing.
 * @throws ApiError or ConnectionError; the caller repeats the call later
 */
export async function reportOrder(
  client: ApiClient,
  store: number,
  report: OrderReport,
  { refundedShare, refunds, isCancelled }: OrderChanges,
): Promise<void> {
  const { data: order } = await client.POST(PATHS.orders, { params: { path: { store } }, body: report });
  if (order === undefined || order.status === 'denied') return;
  const params = { path: { store, order: order.id } };
  if (isCancelled && order.status === 'pending') {
    await client.PATCH(PATHS.order, { params, body: { status: 'denied' } });
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

/** A part of an amount, with as many decimals as the amount. */
function partOf(amount: string, share: number): string {
  const digits = amount.split('.')[1]?.length ?? 0;
  return (Number(amount) * Math.min(Math.max(share, 0), 1)).toFixed(digits);
}
