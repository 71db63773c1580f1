import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { client } from '../../../api.ts';
import { DecimalInput } from '../../../components/decimal-input.tsx';
import { FailureAlert } from '../../../components/failure.tsx';
import { LeaveGuard } from '../../../components/leave-guard.tsx';
import { percentText, readNumber } from '../../../components/number-input.ts';
import { useApiMutation } from '../../../components/use-api-mutation.ts';
import { useDraft } from '../../../components/use-draft.ts';
import { digitsOf } from '../../../language/formats.ts';
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

/** Individual terms of a participant: fee, click limit and rates. */
export function ParticipantTerms({ offer, currency, part }: { offer: number; currency: string; part: Participant }) {
  const { board, form } = useCampaignTexts();
  const t = board.drawer;
  const was = termsOf(part);
  const { draft: typed, type, forget } = useDraft(was);
  const [wasTried, setWasTried] = useState(false);
  const wrong = (key: keyof Terms) => {
    const value = readNumber(typed[key]);
    if (value === undefined) return undefined;
    if (Number.isNaN(value)) return form.number;
    if (key === 'limit' && !Number.isInteger(value)) return form.whole;
    return (key === 'cpa' || key === 'socialCpa') && value > 100 ? form.percent : undefined;
  };
  const saving = useApiMutation(() => saveTerms({ offer, participant: part.id, currency, was, typed }), {
    done: t.saved,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasTried(true);
    if ((Object.keys(typed) as (keyof Terms)[]).every((key) => wrong(key) === undefined))
      saving.mutate(undefined, { onSuccess: forget });
  };
  const field = (key: keyof Terms, label: string, unit: string, description?: string) => (
    <DecimalInput
      label={label}
      description={description}
      value={typed[key]}
      error={wasTried ? wrong(key) : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSection={
        <Text size="xs" c="dimmed" pr="xs">
          {unit}
        </Text>
      }
      rightSectionWidth={52}
      onChange={(text) => type({ [key]: text })}
    />
  );
  return (
    <DrawerSection title={t.terms} hint={t.termsHint}>
      <form onSubmit={submit} noValidate>
        <LeaveGuard isDirty={() => (Object.keys(was) as (keyof Terms)[]).some((key) => was[key] !== typed[key])} />
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {field('payment', t.payment, currency, t.paymentHint)}
            {field('limit', t.limit, '')}
            {field('cpc', t.cpc, currency)}
            {field('cpa', t.cpa, '%')}
            {field('socialCpc', t.socialCpc, currency)}
            {field('socialCpa', t.socialCpa, '%')}
          </SimpleGrid>
          <FailureAlert message={saving.failure} />
          <Button type="submit" variant="light" loading={saving.isPending} style={{ alignSelf: 'flex-end' }}>
            {t.save}
          </Button>
        </Stack>
      </form>
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
  const params = { params: { path: { offer, participant } } };
  const money = (text: string) => ({ amount: (readNumber(text) ?? 0).toFixed(digitsOf(currency)), currency });
  const isNew = (key: keyof Terms) => was[key] !== typed[key];
  if (isNew('payment')) {
    const body = { payment_amount: money(typed.payment) };
    await client.PUT('/v2/offers/{offer}/participants/{participant}/payment-amount', { ...params, body });
  }
  if (isNew('limit')) {
    const body = { click_limit: readNumber(typed.limit) ?? null };
    await client.PATCH('/v2/offers/{offer}/participants/{participant}/overrides/clicks', { ...params, body });
  }
  const cost = (source: 0 | 1, cpc: string, cpa: string) => ({
    source,
    ...(cpc.trim() === '' ? {} : { cpc: money(cpc) }),
    ...(cpa.trim() === '' ? {} : { cpa: readNumber(cpa)! / 100 }),
  });
  if (isNew('cpc') || isNew('cpa') || isNew('socialCpc') || isNew('socialCpa')) {
    const costs = [cost(0, typed.cpc, typed.cpa), cost(1, typed.socialCpc, typed.socialCpa)];
    const body = { traffic_sources_costs: costs };
    await client.PATCH('/v2/offers/{offer}/participants/{participant}/overrides/costs', { ...params, body });
  }
}
