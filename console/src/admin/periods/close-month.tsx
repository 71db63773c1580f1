import { Group, List, Text } from '@mantine/core';
import { client } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { useFormats } from '../../language/formats.ts';
import type { Sum } from './sums-table.tsx';
import { usePeriodsTexts } from './texts.ts';

const KINDS = ['store', 'client', 'creator'] as const;

/** Closes a month after a confirmation that lists the invoices. */
export function CloseMonth({ month, sums, isClosing }: { month: string; sums: readonly Sum[]; isClosing: boolean }) {
  const t = usePeriodsTexts();
  const { month: named } = useFormats();
  return (
    <ConfirmButton
      button={{ loading: isClosing }}
      title={t.closeTitle(named(month))}
      text={t.closeWords}
      action={t.close}
      act={() => client.POST('/v2/payments/periods/{month}/close', { params: { path: { month } } })}
      done={t.asked}
    >
      <List listStyleType="none" spacing="xs">
        {KINDS.map((kind) => (
          <MadeOfKind key={kind} kind={kind} sums={sums.filter((sum) => sum.kind === kind)} />
        ))}
      </List>
    </ConfirmButton>
  );
}

/** The number of invoices of a kind, and their totals by currency. */
function MadeOfKind({ kind, sums }: { kind: Sum['kind']; sums: readonly Sum[] }) {
  const t = usePeriodsTexts();
  const { moneyOf, number } = useFormats();
  const count = sums.reduce((all, { invoices }) => all + invoices, 0);
  if (count === 0) return null;
  return (
    <List.Item styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}>
      <Group justify="space-between" wrap="nowrap" align="baseline">
        <Text size="sm">{t.made[kind](count, number(count))}</Text>
        <Text size="sm" fw={600} ta="right">
          {sums.map(({ total }) => moneyOf(total.amount, total.currency)).join(' + ')}
        </Text>
      </Group>
    </List.Item>
  );
}
