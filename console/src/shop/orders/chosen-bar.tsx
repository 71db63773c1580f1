import { Button, Card, Group, Text } from '@mantine/core';
import { useFormats } from '../../language/formats.ts';
import { type Order, sumOf } from './order.ts';
import { useOrderTexts } from './texts.ts';

interface ChosenBarProps {
  /** On the page. */
  orders: readonly Order[];
  chosen: ReadonlyMap<number, Order>;
  onChoose: (chosen: ReadonlyMap<number, Order>) => void;
  onDecide: (status: 'approved' | 'denied') => void;
}

/** What can be done with the orders that are chosen, and how to choose many. */
export function ChosenBar({ orders, chosen, onChoose, onDecide }: ChosenBarProps) {
  const t = useOrderTexts();
  const { moneyOf } = useFormats();
  const pending = orders.filter(({ status, unresolved }) => status === 'pending' && !unresolved);
  if (pending.length === 0 && chosen.size === 0) return null;
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
