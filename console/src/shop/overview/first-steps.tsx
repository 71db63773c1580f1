import { Button, Card, Group, Stack, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { useOverviewTexts } from './texts.ts';

interface FirstStep {
  key: 'domains' | 'tracking' | 'campaign';
  isDone: boolean;
  hint: string;
  link: LinkProps;
}

/** What a new shop does first, in order, until all of it is done; then nothing. */
export function FirstSteps({ store }: { store: number }) {
  const t = useOverviewTexts().first;
  const steps = useSteps(store);
  const next = steps?.find(({ isDone }) => !isDone);
  if (steps === undefined || next === undefined) return null;
  return (
    <Card mb="lg" component="section" aria-labelledby="first-steps">
      <Title order={2} size="h4" id="first-steps">
        {t.title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t.hint}
      </Text>
      <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map((step, at) => (
          <Group key={step.key} component="li" gap="sm" justify="space-between">
            <Group gap="sm" wrap="nowrap" flex="1 1 220px" align="flex-start">
              <ThemeIcon radius="xl" size={30} variant="light" color={step.isDone ? 'teal' : 'river'} aria-hidden>
                {step.isDone ? <IconCheck size={17} /> : at + 1}
              </ThemeIcon>
              <div>
                <Text size="sm" fw={600} {...(step.isDone ? { c: 'dimmed' } : {})}>
                  {t[step.key].title}
                  {step.isDone && <VisuallyHidden> {t.done}</VisuallyHidden>}
                </Text>
                <Text size="sm" c="dimmed">
                  {step.hint}
                </Text>
              </div>
            </Group>
            <Button
              size="xs"
              variant={step === next ? 'filled' : 'default'}
              aria-label={step.isDone ? t.changeOf(t[step.key].title) : undefined}
              renderRoot={(props) => <Link {...props} {...step.link} />}
            >
              {step.isDone ? t.change : t[step.key].go}
            </Button>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

/** Undefined while it is not known, also because it cannot be read: the page says so where it shows the same. */
function useSteps(store: number): FirstStep[] | undefined {
  const t = useOverviewTexts().first;
  const record = api.useQuery('get', '/advertiser/stores/{id}', { params: { path: { id: store } } });
  const waiting = api.useQuery('get', '/v2/stores/{store}/waiting', { params: { path: { store } } });
  const campaigns = api.useQuery('get', '/v2/stores/{store}/campaigns', {
    params: { path: { store }, query: { size: 1 } },
  });
  if (!record.data || !waiting.data || !campaigns.data) return undefined;
  const params = { store: String(store) };
  const hosts = record.data.urls.map(({ end_host: host }) => host);
  return [
    {
      key: 'domains',
      isDone: hosts.length > 0,
      hint: hosts.length > 0 ? hosts.join(', ') : t.domains.hint,
      link: { to: '/console/shop/$store/url-rules', params },
    },
    {
      key: 'tracking',
      isDone: waiting.data.tracking.last_order_told_at !== null,
      hint: t.tracking.hint,
      link: { to: '/console/shop/$store/tracking', params },
    },
    {
      key: 'campaign',
      isDone: campaigns.data.meta.total > 0,
      hint: t.campaign.hint,
      link: { to: '/console/shop/$store/campaigns/new', params },
    },
  ];
}
