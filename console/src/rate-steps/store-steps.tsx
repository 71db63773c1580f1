import { Button, List, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api.ts';
import { Failure } from '../components/failure.tsx';
import { Note } from '../components/note.tsx';
import { useMay } from '../components/role-limit.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useFormats } from '../language/formats.ts';
import { type RateSteps, useStepWords } from './step-words.ts';
import { StepsForm } from './steps-form.tsx';
import { useRateStepTexts } from './texts.ts';

/** How the rates of a campaign rise, for its store, and the form. */
export default function StoreSteps({ store, offer, currency }: { store: number; offer: number; currency: string }) {
  const t = useRateStepTexts();
  const mayChange = useMay('manage');
  const [isEditing, setIsEditing] = useState(false);
  const { data, error, refetch } = api.useQuery('get', '/v2/offers/{offer}/rate-steps', {
    params: { path: { offer } },
  });
  const tags = api.useQuery('get', '/stores/{id}/user-tags', { params: { path: { id: store } } });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={80} />;
  const groups = (tags.data ?? []).map(({ id, name }) => ({ id, name }));
  return (
    <SectionCard id="rate-steps" title={t.title} hint={t.hint}>
      {isEditing ? (
        <StepsForm
          offer={offer}
          currency={currency}
          steps={data}
          groups={groups}
          reread={async () => (await refetch({ throwOnError: true })).data!}
          onDone={() => setIsEditing(false)}
        />
      ) : (
        <Stack gap="sm" align="flex-start">
          <Steps steps={data} group={groups.find(({ id }) => id === data.user_tag_id)?.name} />
          {mayChange && (
            <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
              {t.edit}
            </Button>
          )}
        </Stack>
      )}
    </SectionCard>
  );
}

function Steps({ steps, group }: { steps: RateSteps; group: string | undefined }) {
  const t = useRateStepTexts();
  const wordsOf = useStepWords();
  const { moneyOf } = useFormats();
  if (steps.steps.length === 0) return <Text size="sm">{t.none}</Text>;
  return (
    <div>
      <List type="ordered" size="sm">
        {steps.steps.map(({ cpa, cpo, ...step }) => (
          <List.Item key={JSON.stringify(step)}>
            {wordsOf(
              { ...step, rate: cpa, fixed: cpo === undefined ? null : moneyOf(cpo.amount, cpo.currency) },
              steps,
            )}
          </List.Item>
        ))}
      </List>
      <Note size="xs">{t[steps.applies]}</Note>
      {group !== undefined && <Note size="xs">{t.groupOnly(group)}</Note>}
    </div>
  );
}
