import { Alert, Button, Loader, Stack } from '@mantine/core';
import { IconReceipt2 } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { Section } from '../../components/section-card.tsx';
import { useFormats } from '../../language/formats.ts';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { readMonth } from '../components/list-search.ts';
import { PeriodPreview } from './period-preview.tsx';
import { SumsTable } from './sums-table.tsx';
import { usePeriodsTexts } from './texts.ts';

/** Polling interval while a month is being closed. */
const ASK_MS = 1_000;

/** A month: the preview of closing it, or its invoices. */
export function PeriodPage() {
  const { month } = useParams({ from: '/console/admin/periods/$month' });
  if (readMonth(month) === undefined) return <NotFoundPage />;
  return <Month month={month} />;
}

function Month({ month }: { month: string }) {
  const t = usePeriodsTexts();
  const { month: named, time } = useFormats();
  const period = api.useQuery(
    'get',
    '/v2/payments/periods/{month}',
    { params: { path: { month } } },
    { refetchInterval: ({ state }) => (state.data?.closing?.state === 'waiting' ? ASK_MS : false) },
  );
  const closer = useName(period.data?.closed_by ?? null);
  const closedAt = period.data?.closed_at ?? null;
  const isClosed = closedAt !== null;
  return (
    <>
      <PageHeader
        above={{ label: t.title, link: { to: '/console/admin/periods' } }}
        title={t.one}
        hint={t.oneHint}
        name={named(month)}
        facts={period.data && (isClosed ? t.closedOn(time(closedAt), closer) : t.openHint)}
      >
        {isClosed && (
          <Button
            leftSection={<IconReceipt2 size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/console/admin/invoices" search={{ month }} />}
          >
            {t.invoices}
          </Button>
        )}
      </PageHeader>
      <QueryResult query={period}>{(known) => <KnownPeriod month={month} period={known} />}</QueryResult>
    </>
  );
}

type Period = paths['/v2/payments/periods/{month}']['get']['responses'][200]['content']['application/json'];

/** The sums of a closed month, or the preview of closing it. */
function KnownPeriod({ month, period: { closed_at: closedAt, closing, sums } }: { month: string; period: Period }) {
  const t = usePeriodsTexts();
  const { number } = useFormats();
  const stepOf = ({ step, rows }: { step: keyof typeof t.step; rows: number | null }) => {
    const text = t.step[step];
    return typeof text === 'string' ? text : text(number(rows ?? 0));
  };
  const isClosed = closedAt !== null;
  return (
    <Stack gap="lg">
      {closing?.state === 'failed' && (
        <Alert color="red" variant="light" role="alert">
          {t.failed} {closing.last_error}
        </Alert>
      )}
      {!isClosed && closing?.state === 'waiting' && (
        <Alert icon={<Loader size="xs" />} variant="light" role="status">
          {t.closing} {closing.progress && stepOf(closing.progress)}
        </Alert>
      )}
      {isClosed ? (
        <Section id="sums" title={t.sums}>
          <SumsTable label={t.sums} sums={sums} month={month} />
        </Section>
      ) : (
        <PeriodPreview month={month} isClosing={closing?.state === 'waiting'} />
      )}
    </Stack>
  );
}

/** Name of a user; null while loading and for no user. */
function useName(user: number | null): string | null {
  const params = { path: { user: user ?? 0 } };
  const { data } = api.useQuery('get', '/v2/admin/users/{user}', { params }, { enabled: user !== null });
  return data?.display_name ?? data?.username ?? null;
}
