import { Alert, Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { wordsOf } from '../../components/filter-select.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import { PartyLink } from '../invoices/party-link.tsx';
import { CloseMonth } from './close-month.tsx';
import { SumsTable } from './sums-table.tsx';
import { usePeriodsTexts } from './texts.ts';

const AT = '/console/admin/periods/$month';

/** Preview of closing a month, with the action. */
export function PeriodPreview({ month, isClosing }: { month: string; isClosing: boolean }) {
  const t = usePeriodsTexts();
  const { moneyOf } = useFormats();
  const { page = 1, kind } = useSearch({ from: AT });
  const preview = api.useList(
    'get',
    '/v2/payments/periods/{month}/preview',
    { params: { path: { month }, query: omitUndefined({ page, kind }) } },
    // The preview is expensive, so it is not refetched on window focus.
    { refetchOnWindowFocus: false, enabled: !isClosing },
  );
  if (preview.error) return <Failure error={preview.error} onRetry={preview.refetch} />;
  const { data } = preview;
  const refusal = data?.refusal ?? null;
  const kinds = ['store', 'client', 'creator'] as const;
  return (
    <Stack gap="lg">
      {refusal !== null && (
        <Alert variant="light" color="yellow" c="var(--mantine-color-text)">
          {t.refusals[refusal.error] ?? refusal.message}
        </Alert>
      )}
      <section aria-labelledby="preview-sums">
        <SectionHeader id="preview-sums" title={t.previewSums}>
          {data && refusal === null && <CloseMonth month={month} sums={data.sums} isClosing={isClosing} />}
        </SectionHeader>
        <SumsTable label={t.previewSums} sums={data?.sums} />
      </section>
      {/* An empty preview is reported once. The list comes with the sums, so that it does not move when their number is known. */}
      {data !== undefined && data.sums.length > 0 && (
        <section aria-labelledby="preview">
          <SectionTitle id="preview">{t.preview}</SectionTitle>
          <FilteredList
            name="period-preview"
            label={t.preview}
            isEmbedded
            filters={[{ name: 'kind', label: t.kind, words: wordsOf(kinds, t.kinds), value: kind }]}
            columns={[
              {
                key: 'party',
                label: t.previewColumns.party,
                value: (row) => row.party_name,
                cell: (row) => <PartyLink kind={row.kind} id={row.party_id} name={row.party_name} />,
              },
              {
                key: 'kind',
                label: t.previewColumns.kind,
                wideOnly: true,
                value: (row) => t.kinds[row.kind],
                cell: (row) => t.kinds[row.kind],
              },
              {
                key: 'net',
                label: t.previewColumns.net,
                numeric: true,
                wideOnly: true,
                value: ({ net }) => net,
                cell: ({ net }) => moneyOf(net.amount, net.currency),
              },
              {
                key: 'vat',
                label: t.previewColumns.vat,
                numeric: true,
                wideOnly: true,
                value: ({ vat }) => vat,
                cell: ({ vat }) => moneyOf(vat.amount, vat.currency),
              },
              {
                key: 'total',
                label: t.previewColumns.total,
                numeric: true,
                value: ({ total }) => total,
                cell: ({ total }) => <b>{moneyOf(total.amount, total.currency)}</b>,
              },
            ]}
            query={preview}
            keyOf={(row) => `${row.kind} ${row.party_id} ${row.currency} ${row.net.amount} ${row.vat.amount}`}
            empty={t.previewEmpty}
            page={page}
          />
        </section>
      )}
    </Stack>
  );
}
