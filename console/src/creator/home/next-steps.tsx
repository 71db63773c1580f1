import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Failure } from '../../components/failure.tsx';
import { Note } from '../../components/note.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useNextStep } from '../campaigns/next-step.ts';
import { useBoard } from '../campaigns/use-board.ts';
import { useCreatorTexts } from '../texts.ts';

/** Next steps of the creator by campaign. */
export function NextSteps() {
  const t = useCreatorTexts().next;
  const { data, error, refetch } = useBoard({ 'campaign_statuses[]': ['active', 'scheduled'] });
  const nextStep = useNextStep();
  const waiting = data?.data.flatMap((campaign) => {
    const step = nextStep(campaign);
    return step === null ? [] : [{ ...campaign, step }];
  });
  return (
    <SectionCard id="next-steps" title={t.title}>
      {error && <Failure error={error} onRetry={refetch} />}
      {waiting === undefined && !error && <Skeleton h={80} />}
      {waiting?.length === 0 && <Text c="dimmed">{t.nothing}</Text>}
      <Stack gap="md">
        {waiting?.map(({ id, title, store, step }) => (
          <div key={id}>
            <Anchor
              fw={550}
              renderRoot={(props) => (
                <Link {...props} to="/console/creator/campaigns/$offer" params={{ offer: String(id) }} />
              )}
            >
              {title}
            </Anchor>
            <Text size="sm">{step}</Text>
            <Note size="xs">{store.name}</Note>
          </div>
        ))}
      </Stack>
    </SectionCard>
  );
}
