import { NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { paths } from '@tributary/client';
import { useRef } from 'react';
import { MAX_FIXED_MINOR, MAX_MINIMUM_ORDER_MINOR, MAX_PRICE_MINOR } from '../../../../src/platform/limits.ts';
import { api, client, ifMatch } from '../../api.ts';
import { DecimalInput } from '../../components/decimal-input.tsx';
import { Form } from '../../components/form.tsx';
import { majorText, percentText, readNumber } from '../../components/number-input.ts';
import { SectionCard } from '../../components/section-card.tsx';
import { useForm } from '../../components/use-form.ts';
import { digitsOf, useFormats } from '../../language/formats.ts';
import { useSettingsTexts } from './texts.ts';

type StoreRecord = paths['/advertiser/stores/{id}']['get']['responses']['200']['content']['application/json'];
type Change = NonNullable<paths['/advertiser/stores/{id}']['patch']['requestBody']>['content']['application/json'];

/** Form values by API field: money in major units, shares in percent. */
const FIELDS = ['revenue_cpc', 'revenue_cpa', 'social_revenue_cpc', 'revenue_social_cpa'] as const;
type Field = (typeof FIELDS)[number];

/** Amounts that may be left empty, and their maximum in minor units. */
const AMOUNTS = {
  revenue_cpo: MAX_FIXED_MINOR,
  revenue_social_cpo: MAX_FIXED_MINOR,
  minimum_order: MAX_MINIMUM_ORDER_MINOR,
} as const;
type AmountField = keyof typeof AMOUNTS;
const AMOUNT_FIELDS = Object.keys(AMOUNTS) as AmountField[];
type Texts = Record<Field | AmountField, string> & { cpo_mode: StoreRecord['cpo_mode'] };

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
  const { money, moneyOf, percent, sharePaid } = useFormats();
  const currency = record.currency_iso_code;
  const scale = 10 ** digitsOf(currency);
  const queries = useQueryClient();
  const shown = (of: StoreRecord): Texts => {
    const rates = FIELDS.map((field) => [
      field,
      isMoney(field) ? majorText(of[field], currency) : percentText(of[field]),
    ]);
    const amounts = AMOUNT_FIELDS.map((field) => [field, of[field]?.amount ?? '']);
    return Object.assign(Object.fromEntries([...rates, ...amounts]), { cpo_mode: of.cpo_mode });
  };
  const params = { path: { id: record.id } };
  // The API requires `hidden` in each change, so its value of the record as read last is sent.
  const hidden = useRef(record.hidden);
  hidden.current = record.hidden;
  /** Value for the API: minor units or a share of one; NaN for an invalid number. */
  const meant = (field: Field, texts: Texts) => {
    const value = readNumber(texts[field]) ?? Number.NaN;
    return isMoney(field) ? Math.round(value * scale) : Math.round(value * 10_000) / 1_000_000;
  };
  /** An amount for the API; null: empty. */
  const amountMeant = (field: AmountField, texts: Texts) => {
    const value = readNumber(texts[field]);
    return value === undefined ? null : { amount: value.toFixed(digitsOf(currency)), currency };
  };
  const amountFault = (field: AmountField, texts: Texts) => {
    const value = readNumber(texts[field]);
    if (value === undefined) return undefined;
    if (Number.isNaN(value)) return t.number;
    const max = AMOUNTS[field];
    return value * scale > max ? t.upTo(money(max, currency)) : undefined;
  };
  const fault = (field: Field, texts: Texts) => {
    const value = meant(field, texts);
    if (Number.isNaN(value)) return t.number;
    if (isMoney(field)) return value > MAX_PRICE_MINOR ? t.upTo(money(MAX_PRICE_MINOR, currency)) : undefined;
    return value > 1 ? t.upTo(percent(1)) : undefined;
  };
  const form = useForm(shown(record), {
    name: `prices:${record.id}`,
    send: (now, saved) => {
      const different = FIELDS.filter((field) => meant(field, now) !== meant(field, saved));
      const prices = Object.fromEntries(different.map((field) => [field, meant(field, now)]));
      const changed = AMOUNT_FIELDS.filter((field) => now[field] !== saved[field]);
      const amounts = Object.fromEntries(changed.map((field) => [field, amountMeant(field, now)]));
      const mode = now.cpo_mode === saved.cpo_mode ? {} : { cpo_mode: now.cpo_mode };
      const body: Change = { hidden: hidden.current, ...prices, ...amounts, ...mode };
      const headers = ifMatch(`/advertiser/stores/${record.id}`);
      return client.PATCH('/advertiser/stores/{id}', { params, body, headers });
    },
    done: t.saved,
    check: (texts) =>
      Object.fromEntries([
        ...FIELDS.map((field) => [field, fault(field, texts)]),
        ...AMOUNT_FIELDS.map((field) => [field, amountFault(field, texts)]),
      ]),
    record: {
      reread: async () => {
        const query = api.queryOptions('get', '/advertiser/stores/{id}', { params }, { staleTime: 0 });
        const now = await queries.fetchQuery(query);
        hidden.current = now.hidden;
        return shown(now);
      },
      labels: {
        revenue_cpc: t.click,
        revenue_cpa: t.order,
        social_revenue_cpc: t.socialClick,
        revenue_social_cpa: t.socialOrder,
        revenue_cpo: t.fixed,
        revenue_social_cpo: t.socialFixed,
        minimum_order: t.minimum,
        cpo_mode: t.mode,
      },
      show: (text, field) => {
        if (field === 'cpo_mode') return t.modes[text as Texts['cpo_mode']];
        return `${text} ${field in AMOUNTS || isMoney(field as Field) ? currency : '%'}`;
      },
    },
  });
  const billed = (field: Field) => {
    const sum = (value: number) => (isMoney(field) ? money(value, currency) : sharePaid(value));
    const [bill, price] = [record[BILLS[field]], meant(field, form.draft)];
    if (fault(field, form.draft) !== undefined || price === record[field]) return t.billed(sum(bill));
    // The platform's margin stays when the price changes.
    return t.willBeBilled(sum(price + Math.max(bill - record[field], 0)));
  };
  const input = (field: Field, label: string) => (
    <DecimalInput
      label={label}
      description={billed(field)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.value(field)}
      rightSection={
        <Text size="xs" c="dimmed" pr="xs">
          {isMoney(field) ? currency : '%'}
        </Text>
      }
      {...(isMoney(field) ? { rightSectionWidth: 52 } : {})}
    />
  );
  const amount = (field: AmountField, label: string, description?: string) => (
    <DecimalInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.value(field, `${field}.amount`)}
      rightSection={
        <Text size="xs" c="dimmed" pr="xs">
          {currency}
        </Text>
      }
      rightSectionWidth={52}
    />
  );
  const fixedBilled =
    record.invoice_cpo === null ? t.fixedHint : t.billed(moneyOf(record.invoice_cpo.amount, currency));
  return (
    <Form of={form} action={t.save} isEdit>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {input('revenue_cpc', t.click)}
        {input('revenue_cpa', t.order)}
        {input('social_revenue_cpc', t.socialClick)}
        {input('revenue_social_cpa', t.socialOrder)}
        {amount('revenue_cpo', t.fixed, fixedBilled)}
        {amount('revenue_social_cpo', t.socialFixed)}
        {amount('minimum_order', t.minimum, t.minimumHint)}
        {(form.draft.revenue_cpo !== '' || form.draft.revenue_social_cpo !== '') && (
          <NativeSelect
            label={t.mode}
            value={form.draft.cpo_mode}
            data={Object.entries(t.modes).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => form.set('cpo_mode', currentTarget.value as Texts['cpo_mode'])}
          />
        )}
      </SimpleGrid>
    </Form>
  );
}
