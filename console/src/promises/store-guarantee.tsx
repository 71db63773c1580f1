import { Button, List, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, client, ifMatch } from '../api.ts';
import { DayField } from '../components/day-field.tsx';
import { today } from '../components/day-range.ts';
import { DecimalInput } from '../components/decimal-input.tsx';
import { Failure } from '../components/failure.tsx';
import { Form } from '../components/form.tsx';
import { majorText, readNumber } from '../components/number-input.ts';
import { useMay } from '../components/role-limit.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useForm } from '../components/use-form.ts';
import { digitsOf, useFormats } from '../language/formats.ts';
import { usePromiseTexts } from './texts.ts';

interface Money {
  minor: number;
  currency: string;
}

/** The prepaid money that is reserved for a campaign, as the API states it to the store. */
interface Guarantee {
  until: string;
  is_binding: boolean;
  left: Money;
  amount: Money | null;
  ended_reason: string | null;
}

/** The prepaid money that a store has reserved for a campaign: what is left, and the form. */
export default function StoreGuarantee({ offer, currency }: { offer: number; currency: string }) {
  const t = usePromiseTexts().guarantee;
  const { money } = useFormats();
  const mayChange = useMay('finance');
  const [isEditing, setIsEditing] = useState(false);
  const { data, error, refetch } = api.useQuery('get', '/v2/offers/{offer}/guarantee', { params: { path: { offer } } });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={80} />;
  const { guarantee, available } = data;
  return (
    <SectionCard id="guarantee" title={t.title} hint={t.hint}>
      {isEditing ? (
        <GuaranteeForm
          offer={offer}
          currency={currency}
          guarantee={guarantee}
          available={available?.minor ?? 0}
          reread={async () => (await refetch({ throwOnError: true })).data!.guarantee}
          onDone={() => setIsEditing(false)}
        />
      ) : (
        <Stack gap="md" align="flex-start">
          {guarantee === null ? <Text size="sm">{t.none}</Text> : <GuaranteeLines guarantee={guarantee} />}
          {available !== null && <Text size="sm">{t.available(money(available.minor, currency))}</Text>}
          {mayChange && (
            <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
              {isReserved(guarantee) ? t.edit : t.add}
            </Button>
          )}
        </Stack>
      )}
    </SectionCard>
  );
}

const isReserved = (guarantee: Guarantee | null): guarantee is Guarantee =>
  guarantee !== null && guarantee.ended_reason === null;

function GuaranteeLines({ guarantee }: { guarantee: Guarantee }) {
  const t = usePromiseTexts().guarantee;
  const { money, day } = useFormats();
  const { left, amount, until, ended_reason: reason } = guarantee;
  const lines =
    reason === null
      ? [
          t.left(money(left.minor, left.currency), money(amount!.minor, amount!.currency)),
          guarantee.is_binding ? t.until(day(until)) : t.passed(day(until)),
        ]
      : [t.ended(reason)];
  return (
    <List size="sm" spacing={4}>
      {lines.map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  );
}

interface GuaranteeFormProps {
  offer: number;
  currency: string;
  guarantee: Guarantee | null;
  /** Minor units that can be reserved in addition. */
  available: number;
  reread: () => Promise<Guarantee | null>;
  onDone: () => void;
}

function GuaranteeForm({ offer, currency, guarantee, available, reread, onDone }: GuaranteeFormProps) {
  const t = usePromiseTexts().guarantee;
  const { day, money } = useFormats();
  const draftOf = (given: Guarantee | null) => ({
    amount: isReserved(given) ? majorText(given.amount!.minor, currency) : '',
    until: isReserved(given) ? given.until : '',
  });
  const minorOf = (text: string) => Math.round((readNumber(text) ?? Number.NaN) * 10 ** digitsOf(currency));
  const least = isReserved(guarantee) ? guarantee.amount!.minor : 1;
  const form = useForm(draftOf(guarantee), {
    name: `guarantee:${offer}`,
    check: ({ amount, until }) => ({
      ...(minorOf(amount) >= least ? {} : { amount: t.amountMissing }),
      ...(until === '' ? { until: t.untilMissing } : {}),
    }),
    send: ({ amount, until }) =>
      client.PUT('/v2/offers/{offer}/guarantee', {
        params: { path: { offer } },
        body: { amount: { minor: minorOf(amount), currency }, until },
        headers: ifMatch(`/v2/offers/${offer}/guarantee`),
      }),
    record: {
      reread: async () => draftOf(await reread()),
      labels: { amount: t.amountField, until: t.untilField },
      show: (value) => (/^\d{4}-/.test(String(value)) ? day(String(value)) : String(value)),
    },
    done: t.saved,
    onDone,
  });
  return (
    <Form of={form} label={t.edit} action={t.save} isEdit onCancel={onDone}>
      <Text size="sm">{t.consequences}</Text>
      <DecimalInput
        label={`${t.amountField} (${currency})`}
        description={t.amountHint(money(available, currency))}
        required
        maw={320}
        {...form.value('amount')}
      />
      <DayField
        label={t.untilField}
        description={t.untilHint}
        required
        maw={320}
        min={today()}
        {...form.value('until')}
      />
    </Form>
  );
}
