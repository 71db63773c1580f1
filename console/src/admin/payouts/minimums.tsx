import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { DataTable } from '../../components/data-table.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { digitsOf, useFormats } from '../../language/formats.ts';
import type { Field } from '../components/fields.ts';
import { RecordForm } from '../components/record-form.tsx';
import { useAdminCommonTexts } from '../components/texts.ts';
import { optionsOf, useAgencies } from '../people/references.ts';
import { usePayoutsTexts } from './texts.ts';

/** The minimum payouts, by currency and agency. */
export function Minimums() {
  const t = usePayoutsTexts().minimums;
  const { cancel } = useAdminCommonTexts();
  const { moneyOf } = useFormats();
  const agencies = useAgencies();
  const [isSetting, setIsSetting] = useState(false);
  const { data, error, refetch } = api.useQuery('get', '/v2/admin/payout-minimums');
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
          { key: 'agency', label: t.agency, cell: ({ client_id: id }) => nameOf(id) },
          {
            key: 'minimum',
            label: t.minimum,
            numeric: true,
            cell: ({ minimum }) => moneyOf(minimum.amount, minimum.currency),
          },
        ]}
        rows={data}
        keyOf={({ currency, client_id: id }) => `${currency} ${id}`}
        error={error}
        onRetry={refetch}
        empty={t.empty}
      />
      <Modal
        opened={isSetting}
        onClose={() => setIsSetting(false)}
        title={t.setTitle}
        closeButtonProps={{ 'aria-label': cancel }}
      >
        <MinimumForm onDone={() => setIsSetting(false)} />
      </Modal>
    </section>
  );
}

function MinimumForm({ onDone }: { onDone: () => void }) {
  const t = usePayoutsTexts().minimums;
  const agencies = useAgencies();
  const send = (typed: Record<string, unknown>) => {
    const currency = String(typed['currency']);
    const digits = digitsOf(currency);
    return client.PUT('/v2/admin/payout-minimums', {
      body: {
        client_id: (typed['client_id'] as number | undefined) ?? null,
        minimum: { amount: (Number(typed['minimum']) / 10 ** digits).toFixed(digits), currency },
      },
    });
  };
  const fields: Field[] = [
    { name: 'currency', label: t.currency, kind: 'currency', required: true },
    { name: 'minimum', label: t.minimum, kind: 'money', required: true },
    { name: 'client_id', label: t.agency, kind: 'reference', options: optionsOf(agencies) },
  ];
  return <RecordForm fields={fields} send={send} done={t.saved} onDone={onDone} submit={t.save} />;
}
