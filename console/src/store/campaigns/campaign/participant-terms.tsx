import { Button, SimpleGrid, Text } from '@mantine/core';
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
type Terms = Record<'payment' | 'limit' | 'cpc' | 'cpa' | 'socialCpc' | 'socialCpa', string>;

function termsOf({ payment_amount: payment, overrides }: Participant): Terms {
  const cost = (source: number) => overrides?.traffic_sources_costs.find((one) => one.source === source);
  return {
    payment: payment?.amount ?? '',
    limit: overrides?.click_limit == null ? '' : String(overrides.click_limit),
    cpc: cost(0)?.cpc?.amount ?? '',
    cpa: percentText(cost(0)?.cpa),
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
      const wrong = (key: keyof Terms) => {
        const value = readNumber(typed[key]);
        if (value === undefined) return undefined;
        if (Number.isNaN(value)) return words.number;
        if (key === 'limit' && !Number.isInteger(value)) return words.whole;
        return (key === 'cpa' || key === 'socialCpa') && value > 100 ? words.percent : undefined;
      };
      return Object.fromEntries((Object.keys(typed) as (keyof Terms)[]).map((key) => [key, wrong(key)]));
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
        socialCpc: t.socialCpc,
        socialCpa: t.socialCpa,
      },
    },
  });
  const field = (key: keyof Terms, label: string, unit: string, path: string, description?: string) => (
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
  const costs = (source: 0 | 1, rate: 'cpc' | 'cpa') => `traffic_sources_costs.${source}.${rate}`;
  return (
    <DrawerSection title={t.terms} hint={t.termsHint}>
      {participant.prices && <Note>{t.youPay(ratesOf({ prices: participant.prices, currency }, pays, formats))}</Note>}
      <Form of={form}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {field('payment', t.payment, currency, 'payment_amount', t.paymentHint)}
          {field('limit', t.limit, '', 'click_limit')}
          {field('cpc', t.cpc, currency, costs(0, 'cpc'))}
          {field('cpa', t.cpa, '%', costs(0, 'cpa'))}
          {field('socialCpc', t.socialCpc, currency, costs(1, 'cpc'))}
          {field('socialCpa', t.socialCpa, '%', costs(1, 'cpa'))}
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
  const cost = (source: 0 | 1, cpc: string, cpa: string) => ({
    source,
    ...(cpc.trim() === '' ? {} : { cpc: money(cpc) }),
    ...(cpa.trim() === '' ? {} : { cpa: readNumber(cpa)! / 100 }),
  });
  if (isNew('cpc') || isNew('cpa') || isNew('socialCpc') || isNew('socialCpa')) {
    const costs = [cost(0, typed.cpc, typed.cpa), cost(1, typed.socialCpc, typed.socialCpa)];
    const body = { traffic_sources_costs: costs };
    await client.PATCH('/v2/offers/{offer}/participants/{participant}/overrides/costs', {
      params: { path },
      body,
      headers,
    });
  }
}
