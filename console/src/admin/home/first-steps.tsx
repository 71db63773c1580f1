import { Anchor, Card, Group, List, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { useHomeTexts } from './texts.ts';

const ONE = { size: 1 } as const;

/** What a market needs before anything can be earned in it, in this order; nothing once it is all there. */
export function FirstSteps() {
  const t = useHomeTexts().first;
  const markets = api.useQuery('get', '/v2/admin/store-groups', { params: { query: ONE } }).data?.meta.total;
  const shops = api.useQuery('get', '/v2/admin/stores', { params: { query: ONE } }).data?.meta.total;
  const creators = api.useQuery('get', '/v2/admin/users', { params: { query: { ...ONE, role: 'creator' } } }).data?.meta
    .total;
  if (markets === undefined || shops === undefined || creators === undefined) return null;
  if (markets > 0 && shops > 0 && creators > 0) return null;
  return (
    <Card component="section" aria-labelledby="first-steps">
      <Title order={2} size="h4" id="first-steps">
        {t.title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t.hint}
      </Text>
      <List type="ordered" listStyleType="none" spacing="md">
        <Step
          number={1}
          isDone={markets > 0}
          words={t.market}
          link={{ to: '/console/admin/lists/$list', params: { list: 'markets' } }}
        />
        <Step number={2} isDone={shops > 0} words={t.shop} link={{ to: '/console/admin/stores' }} />
        <Step number={3} isDone={creators > 0} words={t.creator} link={{ to: '/console/admin/people' }} />
      </List>
    </Card>
  );
}

interface StepProps {
  number: number;
  isDone: boolean;
  words: { title: string; hint: string };
  link: LinkProps;
}

function Step({ number, isDone, words, link }: StepProps) {
  const t = useHomeTexts().first;
  return (
    <List.Item>
      <Group gap="md" wrap="nowrap" align="flex-start">
        <ThemeIcon variant={isDone ? 'filled' : 'light'} radius="xl" size="lg">
          {isDone ? <IconCheck size={18} aria-label={t.done} /> : number}
        </ThemeIcon>
        <div>
          <Anchor renderRoot={(props) => <Link {...props} {...link} />} fw={600}>
            {words.title}
          </Anchor>
          <Text size="sm" c="dimmed">
            {words.hint}
          </Text>
        </div>
      </Group>
    </List.Item>
  );
}
