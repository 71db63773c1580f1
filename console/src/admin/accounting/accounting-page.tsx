import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { MAX_PAGE_SIZE } from '../../../../src/platform/page-size.ts';
import { api, client } from '../../api.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Failure, FailureAlert } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { saveChecked } from '../../components/save-file.ts';
import { SectionCard } from '../../components/section-card.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { useAccountingTexts } from './texts.ts';

type Balance =
  paths['/v2/payments/periods/{month}/trial-balance']['get']['responses']['200']['content']['application/json'];
type Account = Balance['accounts'][number];

const FORMATS = ['sie', 'datev', 'csv'] as const;
const ENDINGS = { sie: 'se', datev: 'csv', csv: 'csv' } as const;

/** Trial balance and exports of a closed month. */
export function AccountingPage() {
  const t = useAccountingTexts();
  const { month: chosen } = useSearch({ from: '/console/admin/accounting' });
  const navigate = useNavigate({ from: '/console/admin/accounting' });
  const { month: named } = useFormats();
  const periods = api.useQuery('get', '/v2/payments/periods', { params: { query: { size: MAX_PAGE_SIZE } } });
  const closed = (periods.data?.data ?? []).filter(({ closed_at: at }) => at !== null).map(({ month }) => month);
  const month = chosen ?? closed[0];
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        {month !== undefined && (
          <NativeSelect
            label={t.month}
            data={[...new Set([month, ...closed])]
              .sort()
              .reverse()
              .map((value) => ({ value, label: named(value) }))}
            value={month}
            onChange={({ currentTarget: { value } }) => navigate({ search: { month: value }, replace: true })}
          />
        )}
      </PageHeader>
      {periods.error && <Failure error={periods.error} onRetry={periods.refetch} />}
      {periods.data !== undefined && month === undefined && <EmptyState {...t.empty} />}
      {month !== undefined && (
        <Stack gap="xl">
          <Exports key={month} month={month} />
          <TrialBalance month={month} />
        </Stack>
      )}
    </>
  );
}

function Exports({ month }: { month: string }) {
  const t = useAccountingTexts();
  return (
    <SectionCard id="exports" title={t.exports} hint={t.exportsHint}>
      <Stack gap="sm">
        {FORMATS.map((format) => (
          <Export key={format} month={month} format={format} />
        ))}
      </Stack>
    </SectionCard>
  );
}

function Export({ month, format }: { month: string; format: (typeof FORMATS)[number] }) {
  const t = useAccountingTexts();
  const name = `accounting-${month}-${format}.${ENDINGS[format]}`;
  const fetching = useApiMutation(
    async () => {
      const { data, response } = await client.GET('/v2/payments/periods/{month}/accounting-export', {
        params: { path: { month }, query: { format } },
        parseAs: 'blob',
      });
      await saveChecked(data, { name, sha256: response.headers.get('x-content-sha256'), wrong: t.wrong });
    },
    { done: t.downloaded(name) },
  );
  return (
    <>
      <Group justify="space-between">
        <Text size="sm">{t.formats[format]}</Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={fetching.isPending}
          onClick={() => fetching.mutate()}
        >
          {t.download(t.short[format])}
        </Button>
      </Group>
      <FailureAlert message={fetching.failure} />
    </>
  );
}

function TrialBalance({ month }: { month: string }) {
  const t = useAccountingTexts();
  const { moneyOf } = useFormats();
  const { data, error, refetch } = api.useQuery('get', '/v2/payments/periods/{month}/trial-balance', {
    params: { path: { month } },
  });
  const sum = (amount: { amount: string; currency: string }) => moneyOf(amount.amount, amount.currency);
  return (
    <section>
      <SectionHeader
        title={t.balance}
        hint={data === undefined ? '' : t.balanceHint(sum(data.debit), sum(data.credit))}
      />
      {data !== undefined && data.omitted.length > 0 && (
        <Alert color="yellow" mb="sm">
          {t.omitted(data.omitted.join(', '))}
        </Alert>
      )}
      <DataTable
        label={t.balance}
        columns={useColumns()}
        rows={data?.accounts}
        keyOf={({ role }) => role}
        error={error}
        onRetry={refetch}
        empty={t.noPostings}
      />
    </section>
  );
}

function useColumns(): Column<Account>[] {
  const t = useAccountingTexts().columns;
  const { moneyOf } = useFormats();
  const amount = (key: 'opening' | 'debit' | 'credit' | 'closing', wideOnly: boolean): Column<Account> => ({
    key,
    label: t[key],
    numeric: true,
    wideOnly,
    value: (account) => account[key],
    cell: (account) => moneyOf(account[key].amount, account[key].currency),
  });
  return [
    {
      key: 'account',
      label: t.account,
      value: ({ account }) => account,
      cell: ({ account, name }) => (
        <Stack gap={0}>
          <Text size="sm" fw={600}>
            {account}
          </Text>
          <Text size="xs" c="dimmed">
            {name}
          </Text>
        </Stack>
      ),
    },
    amount('opening', true),
    amount('debit', true),
    amount('credit', true),
    amount('closing', false),
  ];
}
