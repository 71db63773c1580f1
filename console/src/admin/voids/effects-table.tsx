import { DataTable } from '../../components/data-table.tsx';
import type { Amount } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import { useVoidsTexts } from './texts.ts';

export interface Effect {
  currency: string;
  items: number;
  cost: Amount;
  creators: Amount;
  agencies: Amount;
  platform: Amount;
}

const SUMS = ['cost', 'creators', 'agencies', 'platform'] as const;

/** Effect of a void on the amounts of all parties, by currency. */
export function EffectsTable({ effects }: { effects: readonly Effect[] | undefined }) {
  const t = useVoidsTexts().new;
  const { moneyOf, number } = useFormats();
  return (
    <DataTable
      label={t.effect}
      columns={[
        { key: 'items', label: t.columns.items, value: ({ items }) => items, cell: ({ items }) => number(items) },
        ...SUMS.map((sum) => ({
          key: sum,
          label: t.columns[sum],
          numeric: true,
          wideOnly: sum !== 'cost',
          value: (effect: Effect) => effect[sum],
          cell: (effect: Effect) => moneyOf(effect[sum].amount, effect.currency),
        })),
      ]}
      rows={effects}
      keyOf={({ currency }) => currency}
      empty={t.nothing}
    />
  );
}
