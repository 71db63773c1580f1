import { Anchor, Card, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Failure } from '../../components/failure.tsx';
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
    <Card component="section" aria-labelledby="next-steps">
      <Title order={2} size="h4" mb="md" id="next-steps">
        {t.title}
      </Title>
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
            <Text size="xs" c="dimmed">
              {store.name}
            </Text>
          </div>
        ))}
      </Stack>
    </Card>
  );
}
