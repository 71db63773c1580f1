import { AmountLink } from '../../components/amount-link.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { useFormats } from '../../language/formats.ts';
import { usePeriodsTexts } from './texts.ts';

interface Money {
  amount: string;
  currency: string;
}

export interface Sum {
  kind: 'store' | 'client' | 'creator';
  currency: string;
  invoices: number;
  net: Money;
  vat: Money;
  total: Money;
  /** For issued invoices only. */
  paid?: Money;
}

/** Invoice totals by type and currency. @param month the closed month whose invoices they add up */
export function SumsTable({ label, sums, month }: { label: string; sums: readonly Sum[] | undefined; month?: string }) {
  const t = usePeriodsTexts();
  const { number, moneyOf } = useFormats();
  const money = ({ amount, currency }: Money) => moneyOf(amount, currency);
  const paid: Column<Sum>[] = sums?.some((sum) => sum.paid !== undefined)
    ? [
        {
          key: 'paid',
          label: t.sumColumns.paid,
          numeric: true,
          wideOnly: true,
          value: (sum) => sum.paid,
          cell: (sum) => sum.paid && money(sum.paid),
        },
      ]
    : [];
  return (
    <DataTable
      label={label}
      columns={[
        {
          key: 'kind',
          label: t.sumColumns.kind,
          value: ({ kind }) => t.kinds[kind],
          cell: ({ kind }) => t.kinds[kind],
        },
        {
          key: 'invoices',
          label: t.sumColumns.invoices,
          numeric: true,
          wideOnly: true,
          value: ({ invoices }) => invoices,
          cell: ({ invoices }) => number(invoices),
        },
        {
          key: 'net',
          label: t.sumColumns.net,
          numeric: true,
          wideOnly: true,
          value: ({ net }) => net,
          cell: ({ net }) => money(net),
        },
        {
          key: 'vat',
          label: t.sumColumns.vat,
          numeric: true,
          wideOnly: true,
          value: ({ vat }) => vat,
          cell: ({ vat }) => money(vat),
        },
        {
          key: 'total',
          label: t.sumColumns.total,
          numeric: true,
          value: ({ total }) => total,
          cell: ({ kind, total }) =>
            month === undefined ? (
              <b>{money(total)}</b>
            ) : (
              <b>
                <AmountLink to={{ to: '/console/admin/invoices', search: { month, kind } }} of={t.kinds[kind]}>
                  {money(total)}
                </AmountLink>
              </b>
            ),
        },
        ...paid,
      ]}
      rows={sums}
      keyOf={({ kind, currency }) => `${kind} ${currency}`}
      empty={t.previewEmpty}
    />
  );
}
