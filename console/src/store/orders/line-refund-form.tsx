import { Button, NumberInput } from '@mantine/core';
import { client } from '../../api.ts';
import { Form } from '../../components/form.tsx';
import { Note } from '../../components/note.tsx';
import { useForm } from '../../components/use-form.ts';
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
  const { refund: t } = useOrderTexts();
  const { moneyOf } = useFormats();
  const changedOf = (pieces: readonly (string | number)[]) =>
    lines.flatMap((line, index) => {
      const quantity = pieces[index]!;
      return quantity === '' || quantity === piecesOf(line) ? [] : [{ line: line.line, quantity: Number(quantity) }];
    });
  const form = useForm(
    { pieces: lines.map(piecesOf) },
    {
      name: `line-refund:${order.id}`,
      send: ({ pieces }) =>
        client.PATCH('/v2/stores/{store}/orders/{order}', {
          params: { path: { store, order: order.id } },
          body: { refunded_lines: changedOf(pieces) },
        }),
      done: t.done(order.order_id),
      onDone,
    },
  );
  const { pieces } = form.draft;
  return (
    <Form
      of={form}
      label={t.title(order.order_id)}
      action={t.save}
      isDisabled={changedOf(pieces).length === 0}
      onCancel={onDone}
    >
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
          onChange={(typed) => form.set('pieces', pieces.with(index, typed))}
        />
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        w="fit-content"
        onClick={() =>
          form.set(
            'pieces',
            lines.map(({ quantity }) => quantity),
          )
        }
      >
        {t.allLines}
      </Button>
      <Note size="xs">{order.status === 'denied' ? t.denied : t.linesHint}</Note>
    </Form>
  );

  function refundedAmount({ refunded, refunded_quantity: quantity }: Line): string[] {
    return quantity === null && Number(refunded.amount) > 0 ? [moneyOf(refunded.amount, refunded.currency)] : [];
  }
}

/** The refunded pieces of a line; empty: it was refunded as an amount. */
function piecesOf({ refunded, refunded_quantity: quantity }: Line): string | number {
  return quantity ?? (Number(refunded.amount) > 0 ? '' : 0);
}
