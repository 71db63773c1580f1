import { Button, NumberInput, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, client, ifMatch } from '../api.ts';
import { DayField } from '../components/day-field.tsx';
import { today } from '../components/day-range.ts';
import { Failure } from '../components/failure.tsx';
import { Form } from '../components/form.tsx';
import { useMay } from '../components/role-limit.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useForm } from '../components/use-form.ts';
import { useFormats } from '../language/formats.ts';
import { type Promised, PromiseWords } from './promise-words.tsx';
import { TermsHistory } from './terms-history.tsx';
import { usePromiseTexts } from './texts.ts';

/** What a campaign promises about its terms, for its store: the sentences, the form, and the history of the terms. */
export default function StorePromise({ offer, currency }: { offer: number; currency: string }) {
  const t = usePromiseTexts();
  const mayChange = useMay('manage');
  const [isEditing, setIsEditing] = useState(false);
  const [isShown, setIsShown] = useState(false);
  const { data, error, refetch } = api.useQuery('get', '/v2/offers/{offer}/promise', { params: { path: { offer } } });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={80} />;
  const { promise } = data;
  return (
    <SectionCard id="promise" title={t.title} hint={t.hint}>
      {isEditing ? (
        <PromiseForm
          offer={offer}
          promise={promise}
          reread={async () => (await refetch({ throwOnError: true })).data!.promise}
          onDone={() => setIsEditing(false)}
        />
      ) : (
        <Stack gap="md" align="flex-start">
          {promise === null ? <Text size="sm">{t.none}</Text> : <PromiseWords promise={promise} />}
          {mayChange && (
            <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
              {promise === null ? t.add : t.edit}
            </Button>
          )}
          {promise !== null && !isShown && (
            <Button size="xs" variant="subtle" onClick={() => setIsShown(true)}>
              {t.show}
            </Button>
          )}
          {promise !== null && isShown && (
            <section aria-label={t.history}>
              <TermsHistory offer={offer} currency={currency} />
            </section>
          )}
        </Stack>
      )}
    </SectionCard>
  );
}

interface PromiseFormProps {
  offer: number;
  promise: Promised | null;
  reread: () => Promise<Promised | null>;
  onDone: () => void;
}

const draftOf = (promise: Promised | null) => ({
  until: promise?.until ?? '',
  notice_days: promise?.notice_days ?? ('' as number | string),
});

function PromiseForm({ offer, promise, reread, onDone }: PromiseFormProps) {
  const t = usePromiseTexts();
  const { day } = useFormats();
  const form = useForm(draftOf(promise), {
    name: `promise:${offer}`,
    send: ({ until, notice_days: notice }) =>
      client.PUT('/v2/offers/{offer}/promise', {
        params: { path: { offer } },
        body: { until: until === '' ? null : until, notice_days: notice === '' ? null : Number(notice) },
        headers: ifMatch(`/v2/offers/${offer}/promise`),
      }),
    record: {
      reread: async () => draftOf(await reread()),
      labels: { until: t.untilField, notice_days: t.noticeField },
      show: (value) => (value === '' ? t.noDay : /^\d{4}-/.test(String(value)) ? day(String(value)) : String(value)),
    },
    done: t.saved,
    onDone,
  });
  return (
    <Form of={form} label={t.edit} action={t.save} isEdit onCancel={onDone}>
      <DayField label={t.untilField} description={t.untilHint} maw={260} min={today()} {...form.value('until')} />
      <NumberInput
        label={t.noticeField}
        description={t.noticeHint}
        maw={260}
        min={1}
        max={365}
        allowDecimal={false}
        allowNegative={false}
        {...form.value('notice_days')}
      />
    </Form>
  );
}
