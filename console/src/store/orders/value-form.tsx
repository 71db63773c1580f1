import { client } from '../../api.ts';
import { DecimalInput } from '../../components/decimal-input.tsx';
import { Form } from '../../components/form.tsx';
import { useForm } from '../../components/use-form.ts';
import { digitsOf } from '../../language/formats.ts';
import type { Order } from './order.ts';
import { useOrderTexts } from './texts.ts';

/** Corrects the value of a pending order, before refunds. */
export function ValueForm({ store, order, onDone }: { store: number; order: Order; onDone: () => void }) {
  const { correction: t } = useOrderTexts();
  const { amount, currency } = order.value;
  const digits = digitsOf(currency);
  const form = useForm(
    { value: amount },
    {
      name: `value:${order.id}`,
      send: ({ value }) =>
        client.PATCH('/v2/stores/{store}/orders/{order}', {
          params: { path: { store, order: order.id } },
          body: { order_value: { amount: Number(value).toFixed(digits), currency } },
        }),
      done: t.done(order.order_id),
      onDone,
    },
  );
  return (
    <Form of={form} label={t.title(order.order_id)} action={t.save} onCancel={onDone}>
      <DecimalInput
        label={t.value(currency)}
        description={t.hint}
        required
        digits={digits}
        {...form.value('value', 'order_value')}
      />
    </Form>
  );
}
