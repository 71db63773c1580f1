import { Button, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { client, ifMatch } from '../../../api.ts';
import { DecimalInput } from '../../../components/decimal-input.tsx';
import { Form } from '../../../components/form.tsx';
import { Note } from '../../../components/note.tsx';
import { percentText, readNumber } from '../../../components/number-input.ts';
import { useForm } from '../../../components/use-form.ts';
import { digitsOf, useFormats } from '../../../language/formats.ts';
import { ratesOf } from '../in-words.ts';
import { useCampaignTexts } from '../texts.ts';
import { DrawerSection } from './drawer-section.tsx';
import type { Participant } from './participant.ts';

/** Form values: money in major units, shares in percent, empty for the campaign's terms. */
type Terms = Record<
  'payment' | 'limit' | 'cpc' | 'cpa' | 'cpo' | 'minimumOrder' | 'socialCpc' | 'socialCpa' | 'socialCpo',
  string
> & { cpoMode: 'added' | 'larger' };
type TypedTerm = Exclude<keyof Terms, 'cpoMode'>;

function termsOf({ payment_amount: payment, overrides }: Participant): Terms {
  const cost = (source: number) => overrides?.traffic_sources_costs.find((one) => one.source === source);
  return {
    payment: payment?.amount ?? '',
    limit: overrides?.click_limit == null ? '' : String(overrides.click_limit),
    cpc: cost(0)?.cpc?.amount ?? '',
    cpa: percentText(cost(0)?.cpa),
    cpo: cost(0)?.cpo?.amount ?? '',
    cpoMode: cost(0)?.cpo_mode ?? cost(1)?.cpo_mode ?? 'added',
    minimumOrder: cost(0)?.minimum_order?.amount ?? '',
    socialCpo: cost(1)?.cpo?.amount ?? '',
    socialCpc: cost(1)?.cpc?.amount ?? '',
    socialCpa: percentText(cost(1)?.cpa),
  };
}

interface ParticipantTermsProps {
  offer: number;
  currency: string;
  participant: Participant;
  reread: () => Promise<Participant>;
}

/** Individual terms of a participant: fee, click limit and rates. */
export function ParticipantTerms({ offer, currency, participant, reread }: ParticipantTermsProps) {
  const { board, pays, form: words } = useCampaignTexts();
  const formats = useFormats();
  const t = board.drawer;
  const form = useForm(termsOf(participant), {
    name: `terms:${participant.id}`,
    check: (typed) => {
      const wrong = (key: TypedTerm) => {
        const value = readNumber(typed[key]);
        if (value === undefined) return undefined;
        if (Number.isNaN(value)) return words.number;
        if (key === 'limit' && !Number.isInteger(value)) return words.whole;
        return (key === 'cpa' || key === 'socialCpa') && value > 100 ? words.percent : undefined;
      };
      const keys = (Object.keys(typed) as (keyof Terms)[]).filter((key) => key !== 'cpoMode');
      return Object.fromEntries(keys.map((key) => [key, wrong(key)]));
    },
    send: (typed, was) => saveTerms({ offer, participant: participant.id, currency, was, typed }),
    done: t.saved,
    record: {
      reread: async () => termsOf(await reread()),
      labels: {
        payment: t.payment,
        limit: t.limit,
        cpc: t.cpc,
        cpa: t.cpa,
        cpo: t.cpo,
        cpoMode: t.cpoMode,
        minimumOrder: t.minimumOrder,
        socialCpo: t.socialCpo,
        socialCpc: t.socialCpc,
        socialCpa: t.socialCpa,
      },
    },
  });
  const field = (key: TypedTerm, label: string, unit: string, path: string, description?: string) => (
    <DecimalInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSection={
        <Text size="xs" c="dimmed" pr="xs">
          {unit}
        </Text>
      }
      rightSectionWidth={52}
      {...form.value(key, path)}
    />
  );
  const costs = (source: 0 | 1, rate: 'cpc' | 'cpa' | 'cpo' | 'minimum_order') =>
    `traffic_sources_costs.${source}.${rate}`;
  return (
    <DrawerSection title={t.terms} hint={t.termsHint}>
      {participant.prices && <Note>{t.youPay(ratesOf({ prices: participant.prices, currency }, pays, formats))}</Note>}
      <Form of={form}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {field('payment', t.payment, currency, 'payment_amount', t.paymentHint)}
          {field('limit', t.limit, '', 'click_limit')}
          {field('cpc', t.cpc, currency, costs(0, 'cpc'))}
          {field('cpa', t.cpa, '%', costs(0, 'cpa'))}
          {field('cpo', t.cpo, currency, costs(0, 'cpo'))}
          {field('minimumOrder', t.minimumOrder, currency, costs(0, 'minimum_order'))}
          {field('socialCpc', t.socialCpc, currency, costs(1, 'cpc'))}
          {field('socialCpa', t.socialCpa, '%', costs(1, 'cpa'))}
          {field('socialCpo', t.socialCpo, currency, costs(1, 'cpo'))}
          {(form.draft.cpo !== '' || form.draft.socialCpo !== '') && (
            <NativeSelect
              label={t.cpoMode}
              value={form.draft.cpoMode}
              data={Object.entries(t.cpoModes).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget }) => form.set('cpoMode', currentTarget.value as Terms['cpoMode'])}
            />
          )}
        </SimpleGrid>
        <Button type="submit" variant="light" loading={form.isPending} style={{ alignSelf: 'flex-end' }}>
          {t.save}
        </Button>
      </Form>
    </DrawerSection>
  );
}

interface Saved {
  offer: number;
  participant: number;
  currency: string;
  was: Terms;
  typed: Terms;
}

/** Sends the changed terms. */
async function saveTerms({ offer, participant, currency, was, typed }: Saved): Promise<void> {
  const path = { offer, participant };
  // Each of the changes replies with the entity tag for the next one.
  let headers = ifMatch(`/v2/offers/${offer}/participants/${participant}`);
  const done = ({ response }: { response: Response }) => {
    headers = { 'if-match': response.headers.get('etag')! };
  };
  const money = (text: string) => ({ amount: (readNumber(text) ?? 0).toFixed(digitsOf(currency)), currency });
  const isNew = (key: keyof Terms) => was[key] !== typed[key];
  if (isNew('payment')) {
    const body = { payment_amount: money(typed.payment) };
    done(
      await client.PUT('/v2/offers/{offer}/participants/{participant}/payment-amount', {
        params: { path },
        body,
        headers,
      }),
    );
  }
  if (isNew('limit')) {
    const body = { click_limit: readNumber(typed.limit) ?? null };
    done(
      await client.PATCH('/v2/offers/{offer}/participants/{participant}/overrides/clicks', {
        params: { path },
        body,
        headers,
      }),
    );
  }
  const cost = (source: 0 | 1, cpc: string, cpa: string, cpo: string) => ({
    source,
    ...(cpc.trim() === '' ? {} : { cpc: money(cpc) }),
    ...(cpa.trim() === '' ? {} : { cpa: readNumber(cpa)! / 100 }),
    ...(cpo.trim() === '' ? {} : { cpo: money(cpo), cpo_mode: typed.cpoMode }),
    ...(source === 1 || typed.minimumOrder.trim() === '' ? {} : { minimum_order: money(typed.minimumOrder) }),
  });
  const rates = ['cpc', 'cpa', 'cpo', 'cpoMode', 'minimumOrder', 'socialCpc', 'socialCpa', 'socialCpo'] as const;
  if (rates.some(isNew)) {
    const costs = [
      cost(0, typed.cpc, typed.cpa, typed.cpo),
      cost(1, typed.socialCpc, typed.socialCpa, typed.socialCpo),
    ];
    const body = { traffic_sources_costs: costs };
    await client.PATCH('/v2/offers/{offer}/participants/{participant}/overrides/costs', {
      params: { path },
      body,
      headers,
    });
  }
}
