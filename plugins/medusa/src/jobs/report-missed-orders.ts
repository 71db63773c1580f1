import { type Container, ORDER_FIELDS } from '../medusa.ts';
import { readOptions, sendOrder } from '../send-order.ts';

const MISSED_DAYS = 7;
const PAGE = 100;

/** Reports the unreported orders of the last week: Tributary was unavailable, or the process ended. */
export default async function reportMissedOrders(container: Container): Promise<void> {
  const options = readOptions(container);
  const since = new Date(Date.now() - MISSED_DAYS * 86_400_000);
  for (let skip = 0; ; skip += PAGE) {
    const { data } = await container.resolve('query').graph({
      entity: 'order',
      fields: ORDER_FIELDS,
      filters: { updated_at: { $gt: since } },
      // Orders are read by their time of creation, because a report updates the order and would change their sequence.
      pagination: { skip, take: PAGE, order: { created_at: 'ASC' } },
    });
    for (const order of data) await sendOrder(container, order, options);
    if (data.length < PAGE) return;
  }
}

export const config = { name: 'tributary-missed-orders', schedule: '17 * * * *' };
