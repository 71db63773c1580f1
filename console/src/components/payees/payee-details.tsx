import { Skeleton, Text } from '@mantine/core';
import { useRef } from 'react';
import type { Field } from '../../admin/components/fields.ts';
import { RecordForm } from '../../admin/components/record-form.tsx';
import { Failure } from '../failure.tsx';
import { SectionCard } from '../section-card.tsx';
import { FactList } from './fact-list.tsx';
import { type Payee, type PayeeBody, type PayeeOwner, savePayee, usePayee } from './payee-api.ts';
import { type PayeeRights, usePayeeRights } from './rights.ts';
import { usePayeesTexts } from './texts.ts';

/** Legal identity of a payee: a form for readers who may change it, else the values. */
export function PayeeDetails({ owner }: { owner: PayeeOwner }) {
  const t = usePayeesTexts().details;
  const rights = usePayeeRights(owner);
  const { data, error, refetch } = usePayee(owner);
  return (
    <SectionCard id="payee" title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={240} />}
      {data && rights.details && (
        <DetailsForm
          owner={owner}
          details={data.details}
          reread={async () => (await refetch({ throwOnError: true })).data!.details}
        />
      )}
      {data && !rights.details && <Values details={data.details} rights={rights} />}
    </SectionCard>
  );
}

interface DetailsFormProps {
  owner: PayeeOwner;
  details: Payee['details'];
  reread: () => Promise<Payee['details']>;
}

function DetailsForm({ owner, details, reread }: DetailsFormProps) {
  const t = usePayeesTexts().details;
  const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
  const fresh = { kind: owner.kind === 'user' ? 'person' : 'company', vat_status: 'none' };
  const latest = useRef<Readonly<Record<string, unknown>>>({});
  latest.current = details ?? fresh;
  const send = (changes: Record<string, unknown>): Promise<unknown> => {
    const { updated_at: _, vat_confirmed_at: __, ...before } = latest.current;
    return savePayee(owner, { ...before, ...changes } as unknown as PayeeBody);
  };
  const fields: Field[] = [
    { name: 'legal_name', label: t.name, required: true },
    { name: 'kind', label: t.kind, kind: 'choice', options: options(t.kinds), required: true },
    { name: 'street', label: t.street, required: true },
    { name: 'postal_code', label: t.postalCode, required: true },
    { name: 'city', label: t.city, required: true },
    { name: 'country', label: t.country, kind: 'country', required: true },
    { name: 'vat_status', label: t.vatStatus, kind: 'choice', options: options(t.vatStatuses), required: true },
    { name: 'vat_number', label: t.vatNumber, hint: t.vatHint },
    { name: 'tax_number', label: t.taxNumber, hint: t.taxHint },
  ];
  return (
    <RecordForm
      fields={fields}
      values={details ?? fresh}
      name={`payee:${owner.kind}:${owner.id}`}
      send={send}
      reread={async () => {
        latest.current = (await reread()) ?? fresh;
        return latest.current;
      }}
      done={t.saved}
      submit={t.save}
    />
  );
}

function Values({ details, rights }: { details: Payee['details']; rights: PayeeRights }) {
  const t = usePayeesTexts().details;
  const rows: [string, string][] =
    details === null
      ? []
      : [
          [t.name, details.legal_name],
          [t.kind, t.kinds[details.kind]],
          [t.street, details.street],
          [t.city, `${details.postal_code} ${details.city}`],
          [t.country, details.country],
          [t.vatStatus, t.vatStatuses[details.vat_status]],
          [t.vatNumber, details.vat_number ?? '–'],
          [t.taxNumber, details.tax_number ?? '–'],
        ];
  return (
    <>
      {details === null && <Text size="sm">{t.missing}</Text>}
      {rows.length > 0 && <FactList rows={rows} />}
      <Text size="sm" c="dimmed" mt="md">
        {t.readOnly[rights.reason]}
      </Text>
    </>
  );
}
