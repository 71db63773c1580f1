import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { paths } from '@tributary/client';
import { type FormEvent, useRef } from 'react';
import { api, client, ifMatch } from '../../api.ts';
import { DecimalInput } from '../../components/decimal-input.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { majorText, percentText, readNumber } from '../../components/number-input.ts';
import { RestoredNote } from '../../components/restored-note.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useCheckedSave } from '../../components/use-checked-save.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useFieldFaults } from '../../components/use-field-faults.ts';
import { digitsOf, useFormats } from '../../language/formats.ts';
import { useSettingsTexts } from './texts.ts';

type StoreRecord = paths['/advertiser/stores/{id}']['get']['responses']['200']['content']['application/json'];
type Change = NonNullable<paths['/advertiser/stores/{id}']['patch']['requestBody']>['content']['application/json'];

/** Maximum rate per click, in minor units. */
const MAX_MINOR = 100_000;

/** Form values by API field: money in major units, shares in percent. */
const FIELDS = ['revenue_cpc', 'revenue_cpa', 'social_revenue_cpc', 'revenue_social_cpa'] as const;
type Field = (typeof FIELDS)[number];

const BILLS = {
  revenue_cpc: 'invoice_cpc',
  revenue_cpa: 'invoice_cpa',
  social_revenue_cpc: 'invoice_social_cpc',
  revenue_social_cpa: 'invoice_social_cpa',
} as const;
const isMoney = (field: Field) => field === 'revenue_cpc' || field === 'social_revenue_cpc';

/** Default rates outside campaigns. */
export function UsualPrices({ record }: { record: StoreRecord }) {
  const t = useSettingsTexts().prices;
  return (
    <SectionCard id="prices" title={t.title} hint={t.hint}>
      <PricesForm key={record.id} record={record} />
    </SectionCard>
  );
}

function PricesForm({ record }: { record: StoreRecord }) {
  const t = useSettingsTexts().prices;
  const { money, percent, sharePaid } = useFormats();
  const currency = record.currency_iso_code;
  const scale = 10 ** digitsOf(currency);
  const queries = useQueryClient();
  const shown = (of: StoreRecord) =>
    Object.fromEntries(
      FIELDS.map((field) => [field, isMoney(field) ? majorText(of[field], currency) : percentText(of[field])]),
    ) as Record<Field, string>;
  const form = useDraft(shown(record), `prices:${record.id}`);
  const { draft, type } = form;
  const params = { path: { id: record.id } };
  const readRecord = () =>
    queries.fetchQuery(api.queryOptions('get', '/advertiser/stores/{id}', { params }, { staleTime: 0 }));
  // The API requires `hidden` in each change, so its value of the record as read last is sent.
  const hidden = useRef(record.hidden);
  hidden.current = record.hidden;
  const { run, dialog } = useCheckedSave(form, {
    reread: async () => {
      const now = await readRecord();
      hidden.current = now.hidden;
      return shown(now);
    },
    labels: {
      ...{ revenue_cpc: t.click, revenue_cpa: t.order },
      ...{ social_revenue_cpc: t.socialClick, revenue_social_cpa: t.socialOrder },
    },
    show: (text, field) => `${text} ${isMoney(field) ? currency : '%'}`,
  });
  /** Value for the API: minor units or a share of one; NaN for an invalid number. */
  const meant = (field: Field, texts = draft) => {
    const value = readNumber(texts[field]) ?? Number.NaN;
    return isMoney(field) ? Math.round(value * scale) : Math.round(value * 10_000) / 1_000_000;
  };
  const fault = (field: Field) => {
    const value = meant(field);
    if (Number.isNaN(value)) return t.number;
    if (isMoney(field)) return value > MAX_MINOR ? t.upTo(money(MAX_MINOR, currency)) : undefined;
    return value > 1 ? t.upTo(percent(1)) : undefined;
  };
  const changed = FIELDS.filter((field) => meant(field) !== record[field]);
  const saving = useApiMutation(
    () =>
      run(async (now, saved) => {
        const different = FIELDS.filter((field) => meant(field, now) !== meant(field, saved));
        const prices = Object.fromEntries(different.map((field) => [field, meant(field, now)]));
        const body: Change = { hidden: hidden.current, ...prices };
        await client.PATCH('/advertiser/stores/{id}', {
          ...{ params, body },
          headers: ifMatch(`/advertiser/stores/${record.id}`),
        });
      }),
    { done: t.saved },
  );
  const { frame, at, isElsewhere } = useFieldFaults(saving.error, FIELDS);
  const isRight = FIELDS.every((field) => fault(field) === undefined);
  const billed = (field: Field) => {
    const sum = (value: number) => (isMoney(field) ? money(value, currency) : sharePaid(value));
    const [bill, price] = [record[BILLS[field]], meant(field)];
    return fault(field) === undefined && price > bill ? t.willBeBilled(sum(price)) : t.billed(sum(bill));
  };
  const input = (field: Field, label: string) => (
    <DecimalInput
      label={label}
      description={billed(field)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={draft[field]}
      error={fault(field) ?? at(field)}
      rightSection={
        <Text size="xs" c="dimmed" pr="xs">
          {isMoney(field) ? currency : '%'}
        </Text>
      }
      {...(isMoney(field) ? { rightSectionWidth: 52 } : {})}
      onChange={(text) => type({ [field]: text })}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && changed.length > 0) saving.mutate();
  };
  return (
    <form ref={frame} onSubmit={submit} noValidate>
      <LeaveGuard isDirty={() => changed.length > 0} onLeave={form.discard} />
      {dialog}
      <Stack gap="md">
        <RestoredNote form={form} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {input('revenue_cpc', t.click)}
          {input('revenue_cpa', t.order)}
          {input('social_revenue_cpc', t.socialClick)}
          {input('revenue_social_cpa', t.socialOrder)}
        </SimpleGrid>
        {isElsewhere && <FailureAlert message={saving.failure} />}
        {changed.length > 0 && (
          <Group gap="sm">
            <Button type="submit" disabled={!isRight} loading={saving.isPending}>
              {t.save}
            </Button>
            <Button variant="default" disabled={saving.isPending} onClick={form.discard}>
              {t.discard}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
