import { Text } from '@mantine/core';
import type { paths } from '@tributary/client';
import type { Amount } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import { useBalancesTexts } from './texts.ts';

type PendingSum =
  paths['/v2/users/{user}/balance']['get']['responses']['200']['content']['application/json'][number]['pending'];

/** What undecided orders would add to a balance, and when they are decided. Renders nothing without such orders. */
export function Pending({ pending: { total, dated, decide_by: by } }: { pending: PendingSum }) {
  const t = useBalancesTexts().pending;
  const { moneyOf, day } = useFormats();
  const money = ({ amount, currency }: Amount) => moneyOf(amount, currency);
  if (Number(total.amount) === 0) return null;
  const isWhole = dated.amount === total.amount;
  return (
    <Text size="sm" mt="md">
      {by === null && t.undated(money(total))}
      {by !== null && (isWhole ? t.dated(money(total), day(by)) : t.partly(money(dated), day(by), money(total)))}
    </Text>
  );
}
