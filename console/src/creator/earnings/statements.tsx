import { Button, Group } from '@mantine/core';
import { IconFileTypePdf, IconTable } from '@tabler/icons-react';
import type { paths } from '@tributary/client';
import { MAX_PAGE_SIZE } from '../../../../src/platform/page-size.ts';
import { api } from '../../api.ts';
import { AmountLink } from '../../components/amount-link.tsx';
import { type Column, DataTable, listed } from '../../components/data-table.tsx';
import { today } from '../../components/day-range.ts';
import { linesOf } from '../../components/explanation/places.ts';
import { Section } from '../../components/section-card.tsx';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { useEarningsTexts } from './texts.ts';

type Statement =
  paths['/v2/users/{user}/statements']['get']['responses']['200']['content']['application/json']['data'][number];

/** Statements with downloads; hidden while there are neither statements nor earnings. */
export function Statements({ isFirst }: { isFirst: boolean }) {
  const t = useEarningsTexts().statements;
  const { id: user } = useMe();
  const statements = api.useList('get', '/v2/users/{user}/statements', {
    params: { path: { user }, query: { size: MAX_PAGE_SIZE } },
  });
  const columns = useColumns(user);
  if (isFirst && !statements.data?.data.length) return null;
  return (
    <Section id="statements" title={t.title}>
      <DataTable
        label={t.table}
        columns={columns}
        {...listed(statements)}
        keyOf={({ id }) => id}
        empty={{ title: t.empty, hint: t.emptyHint }}
      />
    </Section>
  );
}

function useColumns(user: number): Column<Statement>[] {
  const t = useEarningsTexts().statements;
  const { month, moneyOf, day } = useFormats();
  const file = (statement: Statement, format: 'pdf' | 'excel') => ({
    component: 'a' as const,
    href: `/v2/users/${user}/statements/${statement.id}/${format}`,
    download: '',
    size: 'compact-sm',
    variant: 'light',
  });
  return [
    { key: 'month', label: t.month, value: (one) => one.month, cell: (one) => month(one.month) },
    { key: 'number', label: t.number, wideOnly: true, value: ({ number }) => number, cell: ({ number }) => number },
    {
      key: 'total',
      label: t.total,
      numeric: true,
      value: ({ total }) => total,
      cell: ({ id, number, total }) => (
        <AmountLink to={linesOf(id)} of={t.of(number)}>
          {moneyOf(total.amount, total.currency)}
        </AmountLink>
      ),
    },
    {
      key: 'state',
      label: t.state,
      wideOnly: true,
      cell: ({ paid_at: paid, payment_date: due, standing }) => {
        if (paid !== null) return t.paid(day(paid));
        const { held } = standing;
        if (Number(held.on_hold.amount) > 0) return t.onHold;
        if (Number(held.store_unpaid.amount) > 0) return t.waits;
        if (Number(held.hold_period.amount) > 0) return t.holdPeriod;
        return due < today() ? t.next : t.pays(day(due));
      },
    },
    {
      key: 'files',
      label: t.files,
      cell: (one) => (
        <Group gap="xs">
          <Button
            {...file(one, 'pdf')}
            leftSection={<IconFileTypePdf size={14} />}
            aria-label={t.pdfOf(month(one.month))}
          >
            {t.pdf}
          </Button>
          <Button
            {...file(one, 'excel')}
            leftSection={<IconTable size={14} />}
            aria-label={t.excelOf(month(one.month))}
          >
            {t.excel}
          </Button>
        </Group>
      ),
    },
  ];
}
