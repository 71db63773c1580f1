import { Badge, Group } from '@mantine/core';
import type { Order } from './order.ts';
import { useOrderTexts } from './texts.ts';

const COLORS = { pending: 'yellow', approved: 'river', denied: 'gray' } as const;

/** Status and refund badges of an order or event. */
export function StatusBadges({
  order: { status, unresolved, contradicted_at: contradictedAt, value, refunded },
}: {
  order: Pick<Order, 'status' | 'unresolved' | 'contradicted_at' | 'value' | 'refunded'>;
}) {
  const t = useOrderTexts();
  const isRefunded = Number(refunded.amount) > 0;
  return (
    <Group gap={4}>
      <Badge miw="max-content" variant="light" color={COLORS[status]} tt="none" c="var(--mantine-color-text)">
        {t.statuses[status]}
      </Badge>
      {unresolved && (
        <Badge miw="max-content" variant="light" color="red" tt="none" c="var(--mantine-color-text)">
          {t.unresolved}
        </Badge>
      )}
      {contradictedAt !== null && (
        <Badge miw="max-content" variant="light" color="red" tt="none" c="var(--mantine-color-text)">
          {t.contradicted}
        </Badge>
      )}
      {isRefunded && (
        <Badge miw="max-content" variant="default" tt="none" fw={500}>
          {Number(refunded.amount) === Number(value.amount) ? t.refunded : t.partlyRefunded}
        </Badge>
      )}
    </Group>
  );
}
