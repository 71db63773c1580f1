import { type Container, ORDER_FIELDS } from '../medusa.ts';
import { readOptions, sendOrder } from '../send-order.ts';

/** Reports an order when it is placed, refunded or cancelled. */
export default async function reportOrderToTributary({
  event,
  container,
}: {
  event: { name: string; data: { id: string } };
  container: Container;
}): Promise<void> {
  const options = readOptions(container);
  const query = container.resolve('query');
  let { id } = event.data;
  if (event.name === 'payment.refunded') {
    const payments = await query.graph({
      entity: 'payment',
      fields: ['payment_collection.order.id'],
      filters: { id },
    });
    id = payments.data[0]?.payment_collection?.order?.id;
    // The payment belongs to a cart that has not become an order.
    if (id === undefined) return;
  }
  const orders = await query.graph({ entity: 'order', fields: ORDER_FIELDS, filters: { id } });
  for (const order of orders.data) await sendOrder(container, order, options);
}

export const config = { event: ['order.placed', 'order.canceled', 'payment.refunded'] };
