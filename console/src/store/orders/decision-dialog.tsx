import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { client } from '../../api.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
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
  const doing = useApiMutation(
    async () =>
      (
        await client.POST('/v2/stores/{store}/order-decisions', {
          params: { path: { store } },
          body: { orders: orders.map(({ order_id }) => ({ order_id, status })) },
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
      </Stack>
    </ConfirmDialog>
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
