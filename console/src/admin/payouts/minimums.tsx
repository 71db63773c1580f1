import { Button } from '@mantine/core';
import { ChangedSinceError, type paths } from '@tributary/client';
import { useState } from 'react';
import { api, client, ifMatch } from '../../api.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { digitsOf, useFormats } from '../../language/formats.ts';
import type { Field } from '../components/fields.ts';
import { RecordForm } from '../components/record-form.tsx';
import { optionsOf, useAgencies } from '../people/references.ts';
import { usePayoutsTexts } from './texts.ts';

const MINIMUMS = '/v2/admin/minimum-payouts';

/** The least that is paid out, by currency and agency. */
export function Minimums() {
  const t = usePayoutsTexts().minimums;
  const { moneyOf } = useFormats();
  const agencies = useAgencies();
  const [isSetting, setIsSetting] = useState(false);
  const { data, error, refetch } = api.useQuery('get', MINIMUMS, {}, { select: ({ data: entries }) => entries });
  const nameOf = (id: number | null) =>
    id === null ? t.all : (agencies.find((agency) => agency.id === id)?.name ?? `#${id}`);
  return (
    <section>
      <SectionHeader title={t.title} hint={t.hint}>
        <Button variant="default" onClick={() => setIsSetting(true)}>
          {t.set}
        </Button>
      </SectionHeader>
      <DataTable
        label={t.list}
        columns={[
          {
            key: 'agency',
            label: t.agency,
            value: ({ client_id: id }) => nameOf(id),
            cell: ({ client_id: id }) => nameOf(id),
          },
          {
            key: 'minimum',
            label: t.minimum,
            terms: ['minimumPayout'],
            numeric: true,
            value: ({ minimum }) => minimum,
            cell: ({ minimum }) => moneyOf(minimum.amount, minimum.currency),
          },
        ]}
        rows={data}
        keyOf={({ currency, client_id: id }) => `${currency} ${id}`}
        error={error}
        onRetry={refetch}
        empty={t.empty}
      />
      <Dialog opened={isSetting} onClose={() => setIsSetting(false)} title={t.setTitle}>
        <MinimumForm
          saved={data ?? []}
          reread={async () => (await refetch({ throwOnError: true })).data!}
          onDone={() => setIsSetting(false)}
        />
      </Dialog>
    </section>
  );
}

type Minimums = paths['/v2/admin/minimum-payouts']['get']['responses']['200']['content']['application/json']['data'];

interface MinimumFormProps {
  saved: Minimums;
  reread: () => Promise<Minimums>;
  onDone: () => void;
}

/** Sets a minimum. A change of another minimum is no conflict. */
function MinimumForm({ saved, reread, onDone }: MinimumFormProps) {
  const t = usePayoutsTexts().minimums;
  const agencies = useAgencies();
  const send = async (typed: Record<string, unknown>) => {
    const currency = String(typed['currency']);
    const agency = (typed['client_id'] as number | undefined) ?? null;
    const digits = digitsOf(currency);
    const minimum = { amount: (Number(typed['minimum']) / 10 ** digits).toFixed(digits), currency };
    const put = () => client.PUT(MINIMUMS, { body: { client_id: agency, minimum }, headers: ifMatch(MINIMUMS) });
    try {
      return await put();
    } catch (error) {
      if (!(error instanceof ChangedSinceError)) throw error;
      const amountIn = (minimums: Minimums) =>
        minimums.find((one) => one.currency === currency && one.client_id === agency)?.minimum.amount;
      if (amountIn(await reread()) !== amountIn(saved)) throw new Error(t.changed);
      return await put();
    }
  };
  const fields: Field[] = [
    { name: 'currency', label: t.currency, kind: 'currency', required: true },
    { name: 'minimum', label: t.minimum, kind: 'money', required: true },
    { name: 'client_id', label: t.agency, kind: 'reference', options: optionsOf(agencies) },
  ];
  return (
    <RecordForm fields={fields} name="payout-minimum" send={send} done={t.saved} onDone={onDone} submit={t.save} />
  );
}
