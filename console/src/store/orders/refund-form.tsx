import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client } from '../../api.ts';
import { DecimalInput } from '../../components/decimal-input.tsx';
import { Strong } from '../../components/note.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { digitsOf, useFormats } from '../../language/formats.ts';
import type { Order } from './order.ts';
import { useOrderTexts } from './texts.ts';

/** Records the total refund of an order and shows the effect on the commission. */
export function RefundForm({ store, order, onDone }: { store: number; order: Order; onDone: () => void }) {
  const { refund: t, decide } = useOrderTexts();
  const { moneyOf } = useFormats();
  const { currency } = order.value;
  const digits = digitsOf(currency);
  const worth = Number(order.value.amount);
  const [amount, setAmount] = useState(Number(order.refunded.amount) === 0 ? '' : order.refunded.amount);
  const doing = useApiMutation(
    async () =>
      (
        await client.PATCH('/v2/stores/{store}/orders/{order}', {
          params: { path: { store, order: order.id } },
          body: { refunded: { amount: Number(amount).toFixed(digits), currency } },
        })
      ).data!,
    { done: t.done(order.order_id), onDone },
  );
  const isTooMuch = Number(amount) > worth;
  const told = doing.error instanceof ApiError ? Object.values(doing.error.fields).flat().join(' ') : '';
  const fault = isTooMuch ? t.tooMuch : told;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isTooMuch) doing.mutate();
  };
  return (
    <form onSubmit={submit} aria-label={t.title(order.order_id)}>
      <Stack gap="sm">
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <DecimalInput
            flex={1}
            label={t.amount(currency)}
            description={t.amountHint(moneyOf(order.value.amount, currency))}
            required
            digits={digits}
            value={amount}
            onChange={setAmount}
            error={fault || undefined}
          />
        </Group>
        <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => setAmount(order.value.amount)}>
          {t.whole}
        </Button>
        <Change order={order} amount={Number(amount)} />
        {doing.failure && told === '' && (
          <Alert color="red" variant="light" role="alert" title={t.failed}>
            {doing.failure}
          </Alert>
        )}
        <Group>
          <Button type="submit" size="sm" loading={doing.isPending} disabled={amount === ''}>
            {t.save}
          </Button>
          <Button variant="default" size="sm" onClick={onDone}>
            {decide.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
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
