import { Button, Group, Stack, Text } from '@mantine/core';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../api.ts';
import { AmountLink } from '../components/amount-link.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { explanationOf } from '../components/explanation/places.ts';
import { Note } from '../components/note.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { useFormats } from '../language/formats.ts';
import { useExplainedTexts } from './texts.ts';
import { WayBack } from './way-back.tsx';

type Lines = paths['/v2/invoices/{invoice}/lines']['get']['responses']['200']['content']['application/json'];

const SUMS = ['net', 'vat', 'total'] as const;

/** The lines of an invoice or a statement, each leading to its explanation. */
export function LinesPage() {
  const t = useExplainedTexts().lines;
  const { month } = useFormats();
  const invoice = Number(useParams({ from: '/console/invoice-lines/$invoice' }).invoice);
  const { after } = useSearch({ from: '/console/invoice-lines/$invoice' });
  const query = after === undefined ? {} : { after };
  const lines = api.useQuery('get', '/v2/invoices/{invoice}/lines', { params: { path: { invoice }, query } });
  const known = lines.data?.invoice;
  return (
    <>
      <WayBack current={known === undefined ? t.one : t.title(known.number)} />
      <PageHeader
        title={t.one}
        hint={t.hint}
        name={known && t.title(known.number)}
        facts={known && month(known.month)}
      />
      <QueryResult query={lines}>{(data) => <KnownLines data={data} />}</QueryResult>
    </>
  );
}

function KnownLines({ data }: { data: Lines }) {
  const t = useExplainedTexts().lines;
  const { money } = useFormats();
  const columns = useColumns(data.invoice);
  const { currency } = data.invoice;
  const next = data.next_after;
  return (
    <Stack gap="md" align="stretch">
      <Group component="dl" gap="xl" m={0}>
        {SUMS.map((sum) => (
          <div key={sum}>
            <Text component="dt" size="xs" c="dimmed">
              {t.sums[sum]}
            </Text>
            <Text component="dd" fw={600} m={0}>
              {money(data.invoice[`${sum}_minor`], currency)}
            </Text>
          </div>
        ))}
      </Group>
      <DataTable label={t.table} columns={columns} rows={data.data} keyOf={({ line }) => line} empty={t.empty} />
      {next !== null && (
        <div>
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link {...props} from="/console/invoice-lines/$invoice" to="." search={{ after: next }} />
            )}
          >
            {t.next}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function useColumns(invoice: Lines['invoice']): Column<Lines['data'][number]>[] {
  const t = useExplainedTexts().lines;
  const { money, number, month } = useFormats();
  return [
    {
      key: 'line',
      label: t.line,
      cell: ({ kind, about, adjusted_month: adjusted }) => (
        <>
          <Text size="sm">{t.kinds[kind](about)}</Text>
          {adjusted !== null && <Note size="xs">{t.adjusts(month(adjusted))}</Note>}
        </>
      ),
    },
    { key: 'quantity', label: t.quantity, numeric: true, cell: ({ quantity }) => number(quantity) },
    {
      key: 'amount',
      label: t.amount,
      numeric: true,
      cell: ({ line, amount_minor: minor }) => (
        <AmountLink to={explanationOf('lines', `${invoice.id}-${line}`)} of={t.of(line)}>
          {money(minor, invoice.currency)}
        </AmountLink>
      ),
    },
  ];
}
