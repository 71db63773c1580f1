import { Button, Text } from '@mantine/core';
import { client } from '../../api.ts';
import { DecimalInput } from '../../components/decimal-input.tsx';
import { Form } from '../../components/form.tsx';
import { Strong } from '../../components/note.tsx';
import { useForm } from '../../components/use-form.ts';
import { digitsOf, useFormats } from '../../language/formats.ts';
import type { Order } from './order.ts';
import { useOrderTexts } from './texts.ts';

/** Records the total refund of an order and shows the effect on the commission. */
export function RefundForm({ store, order, onDone }: { store: number; order: Order; onDone: () => void }) {
  const { refund: t } = useOrderTexts();
  const { moneyOf } = useFormats();
  const { currency } = order.value;
  const digits = digitsOf(currency);
  const worth = Number(order.value.amount);
  const form = useForm(
    { amount: Number(order.refunded.amount) === 0 ? '' : order.refunded.amount },
    {
      name: `refund:${order.id}`,
      check: ({ amount }) => (Number(amount) > worth ? { amount: t.tooMuch } : {}),
      send: ({ amount }) =>
        client.PATCH('/v2/stores/{store}/orders/{order}', {
          params: { path: { store, order: order.id } },
          body: { refunded: { amount: Number(amount).toFixed(digits), currency } },
        }),
      done: t.done(order.order_id),
      onDone,
    },
  );
  return (
    <Form of={form} label={t.title(order.order_id)} action={t.save} onCancel={onDone}>
      <DecimalInput
        label={t.amount(currency)}
        description={t.amountHint(moneyOf(order.value.amount, currency))}
        required
        digits={digits}
        {...form.value('amount', 'refunded')}
      />
      <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => form.set('amount', order.value.amount)}>
        {t.whole}
      </Button>
      <Change order={order} amount={Number(form.draft.amount)} />
    </Form>
  );
}

/** Remaining commission, in proportion to the remaining value. */
function Change({ order, amount }: { order: Order; amount: number }) {
  const t = useOrderTexts().refund;
  const { moneyOf } = useFormats();
  const worth = Number(order.value.amount);
  const left = worth - Number(order.refunded.amount);
  const cost = Number(order.cost.amount);
  if (order.status === 'denied') return <Text size="sm">{t.denied}</Text>;
  if (cost === 0 || left === 0 || amount > worth) return null;
  const after = (cost / left) * (worth - amount);
  return <Strong>{t.change(moneyOf(cost, order.cost.currency), moneyOf(after, order.cost.currency))}</Strong>;
}
