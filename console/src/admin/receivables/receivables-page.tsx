import { Button, Stack } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { Note } from '../../components/note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import { useInvoiceColumns } from '../invoices/use-invoice-columns.tsx';
import { MatchedPayments } from './matched-payments.tsx';
import { StripePayments } from './stripe-payments.tsx';
import { useReceivablesTexts } from './texts.ts';

type Receivable =
  paths['/v2/admin/open-receivables']['get']['responses']['200']['content']['application/json']['data'][number];

/** Open invoices of stores by age, their list, the payments that were matched, and those at Stripe that need attention. */
export function ReceivablesPage() {
  const t = useReceivablesTexts();
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <Button
          leftSection={<IconUpload size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/console/admin/reconciliation" />}
        >
          {t.upload}
        </Button>
      </PageHeader>
      <Stack gap="xl">
        <StripePayments />
        <Ageing />
        <Invoices />
        <MatchedPayments />
      </Stack>
    </>
  );
}

function Ageing() {
  const t = useReceivablesTexts();
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v2/admin/open-receivables',
    {},
    { select: ({ data: entries }) => entries },
  );
  return (
    <section>
      <SectionHeader title={t.ageing} hint={t.ageingHint} />
      <DataTable
        label={t.ageing}
        columns={useAgeColumns()}
        rows={data}
        keyOf={({ currency }) => currency}
        error={error}
        onRetry={refetch}
        empty={t.nothingOpen}
      />
    </section>
  );
}

const AGES = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90'] as const;

function useAgeColumns(): Column<Receivable>[] {
  const t = useReceivablesTexts();
  const { moneyOf, number } = useFormats();
  const sum = ({ invoices, total }: Pick<Receivable, 'invoices' | 'total'>) => (
    <>
      {moneyOf(total.amount, total.currency)}
      <Note size="xs">{t.invoices(invoices, number(invoices))}</Note>
    </>
  );
  return [
    {
      key: 'currency',
      label: t.currency,
      value: ({ currency }) => currency,
      cell: ({ currency }) => <b>{currency}</b>,
    },
    { key: 'total', label: t.total, numeric: true, value: ({ total }) => total, cell: sum },
    ...AGES.map(
      (age): Column<Receivable> => ({
        key: age,
        label: t.ages[age],
        numeric: true,
        wideOnly: true,
        value: ({ ages }) => ages.find((other) => other.age === age)?.total,
        cell: ({ ages }) => {
          const one = ages.find((other) => other.age === age);
          return one === undefined || one.invoices === 0 ? '–' : sum(one);
        },
      }),
    ),
  ];
}

function Invoices() {
  const t = useReceivablesTexts();
  const { page = 1, sort = 'payment_date:desc', state } = useSearch({ from: '/console/admin/receivables' });
  const invoices = api.useList('get', '/v2/admin/invoices', {
    params: { query: omitUndefined({ page, state, kind: 'store' as const, sort_by: sort }) },
  });
  const columns = useInvoiceColumns();
  return (
    <section>
      <SectionHeader title={t.list} />
      {/* To mark several invoices as paid, use the page of all invoices. */}
      <FilteredList
        name="receivables"
        label={t.list}
        filters={[{ name: 'state', label: t.state, words: t.states, value: state }]}
        columns={columns}
        query={invoices}
        keyOf={({ id }) => id}
        empty={t.empty}
        nothingFound={t.nothingFound}
        page={page}
        sort={sort}
        isEmbedded
      />
    </section>
  );
}
