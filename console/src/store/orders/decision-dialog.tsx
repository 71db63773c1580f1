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

/** A pending decision about orders. */
export interface Decision {
  status: 'approved' | 'denied';
  orders: readonly Order[];
}

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
  const { decide: t, actions } = useOrderTexts();
  const words = useCostWords(decision);
  const { status, orders } = decision;
  const isApproval = status === 'approved';
  const [denial, setDenial] = useState<Denial>({ reason: 'cancelled', note: '' });
  const doing = useApiMutation(
    async () =>
      (
        await client.POST('/v2/stores/{store}/order-decisions', {
          params: { path: { store } },
          body: { orders: orders.map(({ order_id }) => ({ order_id, status, ...(isApproval ? {} : bodyOf(denial)) })) },
        })
      ).data!,
    {
      done: ({ changed }) => (status === 'approved' ? t.approved : t.denied)(changed.length),
      onDone: ({ refused }) => {
        if (refused.length > 0) notifications.show({ message: t.refused(refused.join(', ')), color: 'orange' });
        onDone();
        onClose();
      },
    },
  );
  return (
    <ConfirmDialog
      title={(isApproval ? t.approveTitle : t.denyTitle)(orders.length)}
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
