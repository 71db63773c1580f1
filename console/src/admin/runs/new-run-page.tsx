import { Alert, Button, Card, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { api, client, KEEP_PREVIOUS } from '../../api.ts';
import { DayField } from '../../components/day-field.tsx';
import { today } from '../../components/day-range.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Failure } from '../../components/failure.tsx';
import { Note } from '../../components/note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { CodePicker } from '../components/code-picker.tsx';
import { PreviewTables } from './preview-tables.tsx';
import type { PayableCurrency, Preview } from './run.ts';
import { useRunsTexts } from './texts.ts';

/** Previews a payout run of a currency, and creates exactly that run. */
export function NewRunPage() {
  const { new: t, title: above } = useRunsTexts();
  const { currency, cut_off: cutOff } = useSearch({ from: '/console/admin/runs/new' });
  return (
    <>
      <PageHeader above={{ label: above, link: { to: '/console/admin/runs' } }} title={t.title} hint={t.hint} />
      <Stack gap="xl">
        <RequestForm />
        {currency !== undefined && cutOff !== undefined && (
          <Previewed key={`${currency} ${cutOff}`} currency={currency} cutOff={cutOff} />
        )}
      </Stack>
    </>
  );
}

function RequestForm() {
  const t = useRunsTexts().new;
  const search = useSearch({ from: '/console/admin/runs/new' });
  const navigate = useNavigate({ from: '/console/admin/runs/new' });
  const [currency, setCurrency] = useState(search.currency ?? '');
  const [cutOff, setCutOff] = useState(search.cut_off ?? today());
  const payable = usePayable(cutOff);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (currency !== '') void navigate({ search: { currency, cut_off: cutOff }, replace: true });
  };
  return (
    <Card>
      <form onSubmit={submit}>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <CodePicker
              set="currency"
              among={undefined}
              first={payable}
              description={t.currencyHint}
              label={t.currency}
              required
              value={currency}
              onChange={setCurrency}
            />
            <DayField
              label={t.cutOff}
              description={t.cutOffHint}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              required
              max={today()}
              value={cutOff}
              onChange={setCutOff}
            />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button type="submit">{t.preview}</Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

/** The currencies with payable amounts, with their sums and numbers of payees; empty until they are known. */
function usePayable(cutOff: string): ReadonlyMap<string, string> {
  const t = useRunsTexts().new;
  const { money, number } = useFormats();
  const { data } = api.useQuery(
    'get',
    '/v2/admin/payable-currencies',
    { params: { query: { cut_off: cutOff } } },
    { enabled: cutOff !== '' && cutOff <= today(), ...KEEP_PREVIOUS },
  );
  const noteOf = ({ due, payees, waiting }: PayableCurrency) =>
    [
      payees > 0 && t.payable(money(due.minor, due.currency), t.payees(payees, number(payees))),
      waiting.minor > 0 && t.notPaid(money(waiting.minor, waiting.currency)),
    ]
      .filter(Boolean)
      .join(' · ');
  return new Map((data?.data ?? []).map((sums) => [sums.currency, noteOf(sums)]));
}

function Previewed({ currency, cutOff }: { currency: string; cutOff: string }) {
  const { data, error, refetch } = api.useQuery('post', '/v2/payout-runs/preview', {
    body: { currency, cut_off: cutOff },
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={240} />;
  return (
    <>
      <Total preview={data} onChanged={refetch} />
      <PreviewTables preview={data} />
    </>
  );
}

/** The total of the preview, and the button that creates the run. */
function Total({ preview, onChanged }: { preview: Preview; onChanged: () => unknown }) {
  const all = useRunsTexts();
  const t = all.new;
  const { moneyOf, number } = useFormats();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const { currency, cut_off, fingerprint, total, payouts, needs_approval: needsApproval } = preview;
  const sum = moneyOf(total.amount, total.currency);
  const making = useApiMutation(
    async () => (await client.POST('/v2/payout-runs', { body: { currency, cut_off, fingerprint } })).data!,
    {
      done: ({ id }) => t.made(id),
      onDone: ({ id }) => navigate({ to: '/console/admin/runs/$run', params: { run: String(id) } }),
    },
  );
  const make = () =>
    making.mutate(undefined, {
      onError: (error) => {
        if (!(error instanceof ApiError) || error.status !== 409) return;
        setIsAsking(false);
        void onChanged();
      },
    });
  const hasChanged = making.error instanceof ApiError && making.error.status === 409;
  return (
    <Card>
      <Group justify="space-between">
        <div>
          <Note>{t.total}</Note>
          <Text fz={26} fw={680}>
            {sum}
          </Text>
          <Note>{all.payouts(payouts, number(payouts))}</Note>
        </div>
        <Button disabled={payouts === 0} onClick={() => setIsAsking(true)}>
          {t.make}
        </Button>
      </Group>
      {needsApproval && payouts > 0 && (
        <Alert mt="md" variant="light" color="yellow" c="var(--mantine-color-text)">
          {t.needsApproval}
        </Alert>
      )}
      {hasChanged && (
        <Alert mt="md" variant="light" color="red" c="var(--mantine-color-text)" role="alert">
          {t.changed}
        </Alert>
      )}
      <ConfirmDialog
        title={t.makeTitle(sum)}
        text={t.makeWords}
        action={t.make}
        opened={isAsking}
        mutation={{ ...making, mutate: make }}
        onClose={() => setIsAsking(false)}
      />
    </Card>
  );
}
