import type { StoreConnection } from '../../shared/order-report.ts';
import { KEY_PREFIX, readConnection } from '../../shared/read-connection.ts';
import { connectStore, reportOrder } from '../../shared/report-order.ts';
import type { Container, MedusaOrder } from './medusa.ts';
import { changesOf, recordOf, type TributaryRecord } from './placed-order.ts';

/** Options of the plugin in `medusa-config`. */
export interface TributaryOptions extends StoreConnection {
  /** Whether the value of an order includes tax; `false` unless given. Shipping is never part of it. */
  withTax?: boolean;
}

/**
 * Reads the options of the plugin from the configuration of the store, because Medusa passes them neither to subscribers nor to jobs.
 * @throws Error naming the option that is missing or invalid
 */
export function readOptions(container: Container): Required<TributaryOptions> {
  const plugins = container.resolve('configModule').plugins ?? [];
  const all = plugins.map((plugin) => (typeof plugin === 'string' ? {} : (plugin.options ?? {})));
  const options: Partial<TributaryOptions> = all.find(({ apiKey }) => String(apiKey).startsWith(KEY_PREFIX)) ?? {};
  return { ...readConnection(options, '@tributary/medusa-plugin'), withTax: options.withTax ?? false };
}

/**
 * Updates Tributary's record of an order if the order has changed. A failure is logged and stored with the order, and the scheduled job
 * repeats the report. It is not thrown, because the caller is an event or a job whose result is not awaited.
 */
export async function sendOrder(
  container: Container,
  order: MedusaOrder,
  options: Required<TributaryOptions>,
): Promise<void> {
  const record = recordOf(order, options);
  const changes = changesOf(order, record);
  if (isEqual(record.sent, changes)) return;
  let sent: TributaryRecord['sent'] = null;
  try {
    await reportOrder(connectStore(options), options.store, record.report, changes);
    sent = changes;
  } catch (error) {
    container.resolve('logger').error(`Order ${record.report.order_id} could not be reported to Tributary: ${error}`);
  }
  // The metadata may have changed in the meantime.
  const { data } = await container
    .resolve('query')
    .graph({ entity: 'order', fields: ['metadata'], filters: { id: order.id } });
  const metadata = { ...data[0]?.metadata, tributary: { ...record, sent } };
  await container.resolve('order').updateOrders(order.id, { metadata });
}

const isEqual = (a: TributaryRecord['sent'], b: TributaryRecord['sent']) =>
  a?.refundedShare === b?.refundedShare && a?.isCancelled === b?.isCancelled;
