import { NativeSelect, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client } from '../../api.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { LimitedArea } from '../../components/limited-area.tsx';
import { Note } from '../../components/note.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { sumOf } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import type { Order } from './order.ts';
import { useOrderTexts } from './texts.ts';

/** A pending decision about orders, or about events. */
export interface Decision {
  status: 'approved' | 'denied';
  orders: readonly Decided[];
  /** Whether they are events; false by default. */
  isOfEvents?: boolean;
}

/** An order, or an event with the code of its kind. */
type Decided = Pick<Order, 'id' | 'order_id' | 'cost' | 'status'> & { kind?: string };

interface DecisionDialogProps {
  store: number;
  decision: Decision | null;
  onClose: () => void;
  onDone: () => void;
}

/** Confirmation dialog of a decision, with its cost. */
export default function DecisionDialog({ decision, ...props }: DecisionDialogProps) {
  return decision && <Question decision={decision} {...props} />;
}

function Question({ store, decision, onClose, onDone }: DecisionDialogProps & { decision: Decision }) {
  const { decide: t, decideEvents, actions } = useOrderTexts();
  const words = useCostWords(decision);
  const { status, orders } = decision;
  const isApproval = status === 'approved';
  const [denial, setDenial] = useState<Denial>({ reason: 'cancelled', note: '' });
  const said = decision.isOfEvents ? decideEvents : t;
  const doing = useApiMutation(() => send(store, decision, isApproval ? {} : bodyOf(denial)), {
    done: ({ changed }) => (status === 'approved' ? said.approved : said.denied)(changed.length),
    onDone: ({ refused }) => {
      if (refused.length > 0) notifications.show({ message: t.refused(refused.join(', ')), color: 'orange' });
      onDone();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={(isApproval ? said.approveTitle : said.denyTitle)(orders.length)}
      text={t.final}
      action={isApproval ? actions.approve : actions.deny}
      isHarmful={!isApproval}
      opened
      mutation={doing}
      onClose={onClose}
    >
      <Stack gap="md">
        <Note>{orders.map(({ order_id: number }) => number).join(', ')}</Note>
        <Text fw={600}>{words}</Text>
        {!isApproval && <DenialFields denial={denial} onChange={setDenial} />}
      </Stack>
    </ConfirmDialog>
  );
}

/**
 * Decides one order or event by our id, because the store’s number alone does not say which of the two it is, or the orders or the events of each kind by
 * number. A store names few kinds.
 */
async function send(store: number, { status, orders }: Decision, denial: object) {
  const [only] = orders;
  if (only !== undefined && orders.length === 1) {
    const path = { store, order: only.id };
    await client.PATCH('/v2/stores/{store}/orders/{order}', { params: { path }, body: { status, ...denial } });
    return { changed: [only.order_id], refused: [] };
  }
  const params = { path: { store } };
  const [changed, refused]: string[][] = [[], []];
  for (const kind of new Set(orders.map((one) => one.kind))) {
    const numbers = orders.filter((one) => one.kind === kind).map(({ order_id }) => order_id);
    const { data } =
      kind === undefined
        ? await client.POST('/v2/stores/{store}/order-decisions', {
            params,
            body: { orders: numbers.map((order_id) => ({ order_id, status, ...denial })) },
          })
        : await client.POST('/v2/stores/{store}/event-decisions', {
            params,
            body: { kind, events: numbers.map((event_id) => ({ event_id, status, ...denial })) },
          });
    changed!.push(...data!.changed);
    refused!.push(...data!.refused);
  }
  return { changed: changed!, refused: refused! };
}

const REASONS = [
  'cancelled',
  'returned',
  'not_paid',
  'duplicate',
  'fraud',
  'test_order',
  'own_purchase',
  'other',
] as const;

interface Denial {
  reason: (typeof REASONS)[number];
  note: string;
}

const bodyOf = ({ reason, note }: Denial) => ({
  denial_reason: reason,
  ...(note.trim() === '' ? {} : { denial_note: note.trim() }),
});

/** The reason of a denial, which the creators of the orders read. */
function DenialFields({ denial, onChange }: { denial: Denial; onChange: (denial: Denial) => void }) {
  const { decide: t, denials } = useOrderTexts();
  return (
    <>
      <NativeSelect
        label={t.reason}
        data={REASONS.map((value) => ({ value, label: denials[value] }))}
        value={denial.reason}
        onChange={({ currentTarget }) => onChange({ ...denial, reason: currentTarget.value as Denial['reason'] })}
      />
      <LimitedArea
        label={t.note}
        description={t.noteHint}
        required={denial.reason === 'other'}
        max={500}
        autosize
        value={denial.note}
        onChange={({ currentTarget }) => onChange({ ...denial, note: currentTarget.value })}
      />
    </>
  );
}

function useCostWords({ status, orders }: Decision): string {
  const t = useOrderTexts().decide;
  const { moneyOf } = useFormats();
  const { amount, currency } = sumOf(
    orders.map(({ cost }) => cost),
    orders[0]?.cost.currency ?? 'EUR',
  );
  const isFree = Number(amount) === 0;
  if (status === 'approved') return isFree ? t.approveFree : t.approveCost(moneyOf(amount, currency));
  return isFree ? t.denyFree : t.denyCost(moneyOf(amount, currency));
}
