import { Button, Card, Group, Text } from '@mantine/core';
import { useMay } from '../../components/role-limit.tsx';
import { sumOf } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import type { Order } from './order.ts';
import { useOrderTexts } from './texts.ts';

interface ChosenBarProps {
  /** The rows of the current page. */
  orders: readonly Order[];
  chosen: ReadonlyMap<number, Order>;
  onChoose: (chosen: ReadonlyMap<number, Order>) => void;
  onDecide: (status: 'approved' | 'denied') => void;
}

/** Bulk selection and actions for orders. */
export function SelectionBar({ orders, chosen, onChoose, onDecide }: ChosenBarProps) {
  const t = useOrderTexts();
  const { moneyOf } = useFormats();
  const pending = orders.filter(({ status, unresolved }) => status === 'pending' && !unresolved);
  const mayDecide = useMay('manage');
  if (!mayDecide || (pending.length === 0 && chosen.size === 0)) return null;
  const currency = [...chosen.values()][0]?.cost.currency;
  const cost =
    currency &&
    sumOf(
      [...chosen.values()].map((order) => order.cost),
      currency,
    );
  return (
    <Card padding="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Text size="sm" fw={600} role="status">
            {t.chosen(chosen.size)}
            {cost && ` · ${t.columns.cost} ${moneyOf(cost.amount, cost.currency)}`}
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => onChoose(new Map(pending.map((order) => [order.id, order])))}
          >
            {t.choosePending}
          </Button>
          {chosen.size > 0 && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChoose(new Map())}>
              {t.clearChosen}
            </Button>
          )}
        </Group>
        <Group gap="xs">
          <Button size="xs" disabled={chosen.size === 0} onClick={() => onDecide('approved')}>
            {t.actions.approve}
          </Button>
          <Button size="xs" variant="default" disabled={chosen.size === 0} onClick={() => onDecide('denied')}>
            {t.actions.deny}
          </Button>
        </Group>
      </Group>
    </Card>
  );
}
