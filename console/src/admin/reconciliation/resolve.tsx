import { Button, Group, Modal, MultiSelect, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { api, client } from '../../api.ts';
import { FailureAlert } from '../../components/failure.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { sumOf } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import { useAdminCommonTexts } from '../components/texts.ts';
import type { Entry } from './entry.ts';
import { useReconciliationTexts } from './texts.ts';

const DEBOUNCE_MS = 200;

/** Sets an entry aside, with a reason. */
export function Dismiss({ entry: { id, party } }: { entry: Entry }) {
  const t = useReconciliationTexts();
  const [isAsking, setIsAsking] = useState(false);
  const dismissing = useApiMutation(
    (reason: string) =>
      client.POST('/v2/bank-entries/{bank_entry}/dismiss', { params: { path: { bank_entry: id } }, body: { reason } }),
    { done: t.dismissed, onDone: () => setIsAsking(false) },
  );
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t.dismissLabel(party === '' ? t.unknownParty : party)}
        onClick={() => setIsAsking(true)}
      >
        {t.dismiss}
      </Button>
      <ReasonDialog
        title={t.dismissTitle}
        words={t.dismissWords}
        hint={t.reasonHint}
        action={t.dismiss}
        opened={isAsking}
        doing={dismissing}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

/** Assigns an incoming payment to the invoices that it pays. */
export function Match({ entry }: { entry: Entry }) {
  const t = useReconciliationTexts();
  const { cancel } = useAdminCommonTexts();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button
        size="compact-sm"
        aria-label={t.matchLabel(entry.party === '' ? t.unknownParty : entry.party)}
        onClick={() => setIsAsking(true)}
      >
        {t.match}
      </Button>
      <Modal opened={isAsking} onClose={close} title={t.matchTitle} closeButtonProps={{ 'aria-label': cancel }}>
        <MatchForm entry={entry} onClose={close} />
      </Modal>
    </>
  );
}

interface Choice {
  total: { amount: string; currency: string };
  label: string;
}

function MatchForm({ entry: { id, amount }, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useReconciliationTexts();
  const { cancel } = useAdminCommonTexts();
  const { moneyOf } = useFormats();
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, DEBOUNCE_MS);
  const { data } = api.useQuery('get', '/v2/admin/invoices', {
    params: {
      query: omitUndefined({
        kind: 'store' as const,
        state: 'unpaid' as const,
        size: 50,
        query: asked.trim() || undefined,
      }),
    },
  });
  const matching = useApiMutation(
    () =>
      client.POST('/v2/bank-entries/{bank_entry}/match', {
        params: { path: { bank_entry: id } },
        body: { invoice_ids: [...chosen.keys()].map(Number) },
      }),
    { done: t.matched, onDone: onClose },
  );
  const currency = amount?.currency ?? 'EUR';
  const found = new Map<string, Choice>(
    (data?.data ?? [])
      .filter(({ total }) => total.currency === currency)
      .map(({ id: invoice, number, party_name: party, total }) => [
        String(invoice),
        { total, label: `${number} · ${party} · ${moneyOf(total.amount, total.currency)}` },
      ]),
  );
  const known = new Map([...chosen, ...found]);
  const sum = sumOf(
    [...chosen.values()].map(({ total }) => total),
    currency,
  );
  const wanted = moneyOf(amount?.amount ?? '0', currency);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    matching.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t.matchWords(wanted)}</Text>
        <MultiSelect
          label={t.invoices}
          placeholder={t.invoicesPlaceholder}
          nothingFoundMessage={t.noInvoices}
          searchable
          data-autofocus
          data={[...known].map(([value, { label }]) => ({ value, label }))}
          filter={({ options }) => options}
          value={[...chosen.keys()]}
          onSearchChange={setTyped}
          onChange={(ids) => setChosen(new Map(ids.flatMap((one) => (known.has(one) ? [[one, known.get(one)!]] : []))))}
        />
        <Text size="sm" role="status">
          {t.sum(moneyOf(sum.amount, currency), wanted)}
        </Text>
        <FailureAlert message={matching.failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" disabled={chosen.size === 0} loading={matching.isPending}>
            {t.match}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
