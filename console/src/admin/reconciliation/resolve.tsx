import { Button, Group, MultiSelect, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { ReasonButton } from '../../components/reason-dialog.tsx';
import { useForm } from '../../components/use-form.ts';
import { sumOf } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import type { Entry } from './entry.ts';
import { useReconciliationTexts } from './texts.ts';

const DEBOUNCE_MS = 200;

/** Sets an entry aside, with a reason. */
export function Dismiss({ entry: { id, party } }: { entry: Entry }) {
  const t = useReconciliationTexts();
  return (
    <ReasonButton
      button={{
        size: 'compact-sm',
        variant: 'default',
        'aria-label': t.dismissLabel(party === '' ? t.unknownParty : party),
      }}
      title={t.dismissTitle}
      text={t.dismissWords}
      hint={t.reasonHint}
      action={t.dismiss}
      send={({ reason }) =>
        client.POST('/v2/bank-entries/{bank_entry}/dismiss', {
          params: { path: { bank_entry: id } },
          body: { reason },
        })
      }
      done={t.dismissed}
    />
  );
}

const DECISIONS = ['same_payment', 'another_payment'] as const;

/** Decides whether a doubtful entry repeats the payment of an earlier entry. */
export function Decide({ entry: { id, party, same_as_id: earlier } }: { entry: Entry }) {
  const texts = useReconciliationTexts();
  const t = texts.doubtful;
  return (
    <Group gap="xs">
      {DECISIONS.map((decision) => (
        <ConfirmButton
          key={decision}
          button={{
            size: 'compact-sm',
            variant: 'default',
            'aria-label': t.labels[decision](party === '' ? texts.unknownParty : party),
          }}
          title={t[decision]}
          text={t.effects[decision](earlier ?? 0)}
          action={t[decision]}
          act={() =>
            client.POST('/v2/bank-entries/{bank_entry}/decide', {
              params: { path: { bank_entry: id } },
              body: { decision },
            })
          }
          done={t.done}
        />
      ))}
    </Group>
  );
}

/** Assigns an incoming payment to the invoices that it pays. */
export function Match({ entry }: { entry: Entry }) {
  const t = useReconciliationTexts();
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
      <Dialog opened={isAsking} onClose={close} title={t.matchTitle}>
        <MatchForm entry={entry} onClose={close} />
      </Dialog>
    </>
  );
}

interface Choice {
  total: { amount: string; currency: string };
  label: string;
}

function MatchForm({ entry: { id, amount }, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useReconciliationTexts();
  const { moneyOf } = useFormats();
  const [seen, setSeen] = useState<ReadonlyMap<string, Choice>>(new Map());
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
  const form = useForm(
    { invoices: [] as string[] },
    {
      send: ({ invoices }) =>
        client.POST('/v2/bank-entries/{bank_entry}/match', {
          params: { path: { bank_entry: id } },
          body: { invoice_ids: invoices.map(Number) },
        }),
      done: t.matched,
      onDone: onClose,
    },
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
  const known = new Map([...seen, ...found]);
  const { onChange, ...chosen } = form.value('invoices', 'invoice_ids');
  const sum = sumOf(
    chosen.value.flatMap((one) => known.get(one)?.total ?? []),
    currency,
  );
  const wanted = moneyOf(amount?.amount ?? '0', currency);
  return (
    <Form of={form} action={t.match} isDisabled={chosen.value.length === 0} onCancel={onClose}>
      <Text size="sm">{t.matchWords(wanted)}</Text>
      <MultiSelect
        label={t.invoices}
        placeholder={t.invoicesPlaceholder}
        nothingFoundMessage={t.noInvoices}
        searchable
        data-autofocus
        data={[...known].map(([value, { label }]) => ({ value, label }))}
        filter={({ options }) => options}
        onSearchChange={setTyped}
        {...chosen}
        onChange={(ids) => {
          // A later search may not find the chosen invoices.
          setSeen(new Map([...known].filter(([one]) => ids.includes(one))));
          onChange(ids);
        }}
      />
      <Text size="sm" role="status">
        {t.sum(moneyOf(sum.amount, currency), wanted)}
      </Text>
    </Form>
  );
}
