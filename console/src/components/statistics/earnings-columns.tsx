import type { LinkProps } from '@tanstack/react-router';
import { inMajor, useFormats } from '../../language/formats.ts';
import { AmountLink } from '../amount-link.tsx';
import type { Column } from '../data-table.tsx';
import { writtenAt } from '../time-chart-types.ts';
import { useResultTexts } from './texts.ts';

/** What was earned; amounts in minor units. */
export interface Earnings {
  currency: string;
  clicks: number;
  orders: number;
  /** The earnings of the creator, or of the agency's creators. */
  creators: number;
  /** The earnings of the agency; null: not shown. */
  agency: number | null;
}

interface EarningsColumns<Row extends Earnings> {
  hasAgency: boolean;
  /** The list behind the earnings of a row; null: there is none. */
  placeOf: (row: Row) => LinkProps | null;
  nameOf: (row: Row) => string;
}

/** Columns with clicks, orders and earnings. A rate without a divisor is a dash. */
export function useEarningsColumns<Row extends Earnings>(options: EarningsColumns<Row>): Column<Row>[] {
  const { hasAgency, placeOf, nameOf } = options;
  const t = useResultTexts();
  const { number, percent, money } = useFormats();
  const ratio = (part: number, whole: number) => (whole === 0 ? undefined : part / whole);
  const amount = (row: Row, minor: number) => {
    const place = placeOf(row);
    const written = money(minor, row.currency);
    return place === null ? (
      written
    ) : (
      <AmountLink to={place} of={nameOf(row)}>
        {written}
      </AmountLink>
    );
  };
  const columns: Column<Row>[] = [
    {
      key: 'clicks',
      label: t.figures.clicks,
      numeric: true,
      value: ({ clicks }) => clicks,
      cell: ({ clicks }) => number(clicks),
    },
    {
      key: 'orders',
      label: t.figures.orders,
      numeric: true,
      // A phone has room for a name, a number and an amount.
      wideOnly: true,
      value: ({ orders }) => orders,
      cell: ({ orders }) => number(orders),
    },
    {
      key: 'conversion',
      label: t.columns.conversion,
      numeric: true,
      wideOnly: true,
      terms: ['conversion'],
      value: ({ orders, clicks }) => ratio(orders, clicks) ?? null,
      cell: ({ orders, clicks }) => writtenAt(ratio(orders, clicks), percent),
    },
    {
      key: 'creators',
      label: hasAgency ? t.earnings.creators : t.earnings.earned,
      numeric: true,
      value: ({ creators, currency }) => ({ amount: inMajor(creators, currency), currency }),
      cell: (row) => amount(row, row.creators),
    },
    {
      key: 'agency',
      label: t.earnings.agency,
      numeric: true,
      wideOnly: true,
      value: ({ agency, currency }) => ({ amount: inMajor(agency ?? 0, currency), currency }),
      cell: (row) => amount(row, row.agency ?? 0),
    },
    {
      key: 'perClick',
      label: t.earnings.perClick,
      numeric: true,
      wideOnly: true,
      value: ({ creators, clicks, currency }) => {
        const each = ratio(creators, clicks);
        return each === undefined ? null : { amount: inMajor(Math.round(each), currency), currency };
      },
      cell: ({ creators, clicks, currency }) => writtenAt(ratio(creators, clicks), (minor) => money(minor, currency)),
    },
  ];
  return hasAgency ? columns : columns.filter(({ key }) => key !== 'agency');
}
