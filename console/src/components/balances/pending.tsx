import { Text } from '@mantine/core';
import type { paths } from '@tributary/client';
import type { Amount } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import { useBalancesTexts } from './texts.ts';

type PendingSum =
  paths['/v2/users/{user}/balances']['get']['responses']['200']['content']['application/json']['data'][number]['pending'];

/** What undecided orders would add to a balance, and when they are decided, and agreed sums. Renders nothing without either. */
export function Pending({ pending: { total, dated, decide_by: by, agreed } }: { pending: PendingSum }) {
  const t = useBalancesTexts().pending;
  const { moneyOf, day } = useFormats();
  const money = ({ amount, currency }: Amount) => moneyOf(amount, currency);
  const hasOrders = Number(total.amount) > 0;
  const isWhole = dated.amount === total.amount;
  const sentences = [
    hasOrders && by === null && t.undated(money(total)),
    hasOrders &&
      by !== null &&
      (isWhole ? t.dated(money(total), day(by)) : t.partly(money(dated), day(by), money(total))),
    Number(agreed.amount) > 0 && t.agreed(money(agreed)),
  ].filter((sentence) => sentence !== false);
  return sentences.map((sentence) => (
    <Text key={sentence} size="sm" mt="md">
      {sentence}
    </Text>
  ));
}
