import { Alert, Button, Loader, Skeleton, Stack } from '@mantine/core';
import { IconReceipt2 } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section-card.tsx';
import { useFormats } from '../../language/formats.ts';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { BackLink } from '../components/back-link.tsx';
import { readMonth } from '../components/list-search.ts';
import { PeriodPreview } from './period-preview.tsx';
import { SumsTable } from './sums-table.tsx';
import { usePeriodsTexts } from './texts.ts';

/** Polling interval while a month is being closed. */
const ASK_MS = 1_000;

/** A month: the preview of closing it, or its invoices. */
export function PeriodPage() {
  const { month } = useParams({ from: '/console/admin/periods/$month' });
  return readMonth(month) === undefined ? <NotFoundPage /> : <Period month={month} />;
}

function Period({ month }: { month: string }) {
  const t = usePeriodsTexts();
  const { month: named, number, time } = useFormats();
  const period = api.useQuery(
    'get',
    '/v2/payments/periods/{month}',
    { params: { path: { month } } },
    { refetchInterval: ({ state }) => (state.data?.closing?.state === 'waiting' ? ASK_MS : false) },
  );
  const closer = useName(period.data?.closed_by ?? null);
  if (period.data === undefined)
    return (
      <>
        <BackLink to="/console/admin/periods">{t.back}</BackLink>
        <PageHeader title={named(month)} />
        {period.error ? <Failure error={period.error} onRetry={period.refetch} /> : <Skeleton h={320} />}
      </>
    );
  const { closed_at: closedAt, closing, sums } = period.data;
  const stepOf = ({ step, rows }: { step: keyof typeof t.step; rows: number | null }) => {
    const text = t.step[step];
    return typeof text === 'string' ? text : text(number(rows ?? 0));
  };
  const isClosed = closedAt !== null;
  return (
    <>
      <BackLink to="/console/admin/periods">{t.back}</BackLink>
      <PageHeader title={named(month)} hint={isClosed ? t.closedOn(time(closedAt), closer) : t.openHint}>
        {isClosed && (
          <Button
            leftSection={<IconReceipt2 size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/console/admin/invoices" search={{ month }} />}
          >
            {t.invoices}
          </Button>
        )}
      </PageHeader>
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
    </>
  );
}

/** Name of a user; null while loading and for no user. */
function useName(user: number | null): string | null {
  const params = { path: { user: user ?? 0 } };
  const { data } = api.useQuery('get', '/v2/admin/users/{user}', { params }, { enabled: user !== null });
  return data?.display_name ?? data?.username ?? null;
}
