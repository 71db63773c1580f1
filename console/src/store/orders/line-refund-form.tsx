import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { client } from '../../api.ts';
import { FailureAlert } from '../../components/failure.tsx';
import { Note } from '../../components/note.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import type { OrderWithEvents } from './order.ts';
import { useOrderTexts } from './texts.ts';

type Line = NonNullable<OrderWithEvents['lines']>[number];

interface LineRefundFormProps {
  store: number;
  order: OrderWithEvents;
  lines: readonly Line[];
  onDone: () => void;
}

/** Records the refunded pieces of each line of an order. A line that was refunded as an amount keeps it unless pieces are entered. */
export function LineRefundForm({ store, order, lines, onDone }: LineRefundFormProps) {
  const { refund: t, decide } = useOrderTexts();
  const { moneyOf } = useFormats();
  const [pieces, setPieces] = useState(() => lines.map(piecesOf));
  const changed = lines.flatMap((line, index) => {
    const quantity = pieces[index]!;
    return quantity === '' || quantity === piecesOf(line) ? [] : { line: line.line, quantity: Number(quantity) };
  });
  const doing = useApiMutation(
    async () =>
      (
        await client.PATCH('/v2/stores/{store}/orders/{order}', {
          params: { path: { store, order: order.id } },
          body: { refunded_lines: changed },
        })
      ).data!,
    { done: t.done(order.order_id), onDone },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changed.length > 0) doing.mutate();
  };
  return (
    <form onSubmit={submit} aria-label={t.title(order.order_id)}>
      <Stack gap="sm">
        {lines.map((line, index) => (
          <NumberInput
            key={line.line}
            label={t.pieces(`${line.line}. ${line.sku}`)}
            description={[t.ofPieces(line.quantity), ...refundedAmount(line).map((sum) => t.asAmount(sum))].join(' · ')}
            min={0}
            max={line.quantity}
            clampBehavior="strict"
            allowDecimal={false}
            value={pieces[index]!}
            onChange={(typed) => setPieces((now) => now.with(index, typed))}
          />
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          onClick={() => setPieces(lines.map(({ quantity }) => quantity))}
        >
          {t.allLines}
        </Button>
        <Note size="xs">{order.status === 'denied' ? t.denied : t.linesHint}</Note>
        <FailureAlert message={doing.failure} />
        <Group>
          <Button type="submit" size="sm" loading={doing.isPending} disabled={changed.length === 0}>
            {t.save}
          </Button>
          <Button variant="default" size="sm" onClick={onDone}>
            {decide.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );

  function refundedAmount({ refunded, refunded_quantity: quantity }: Line): string[] {
    return quantity === null && Number(refunded.amount) > 0 ? [moneyOf(refunded.amount, refunded.currency)] : [];
  }
}

/** The refunded pieces of a line; empty: it was refunded as an amount. */
function piecesOf({ refunded, refunded_quantity: quantity }: Line): string | number {
  return quantity ?? (Number(refunded.amount) > 0 ? '' : 0);
}
