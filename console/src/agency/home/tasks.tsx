import { Anchor, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Note } from '../../components/note.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useFormats } from '../../language/formats.ts';
import { useHomeTexts } from './texts.ts';
import type { AgencyOverview } from './use-overview.ts';

type Task = AgencyOverview['tasks']['items'][number];

const KINDS = ['invitation', 'draft', 'terms', 'payout_details'] as const satisfies Task['kind'][];
/** Tasks of one kind that are shown. */
const SHOWN = 5;

interface TasksProps {
  client: number;
  /** Undefined while loading. */
  tasks: AgencyOverview['tasks'] | undefined;
}

/** What waits for the creators of an agency, by kind. */
export function CreatorTasks({ client, tasks }: TasksProps) {
  const t = useHomeTexts().tasks;
  const { number } = useFormats();
  return (
    <SectionCard id="creator-tasks" title={t.title}>
      {tasks === undefined && <Skeleton h={120} />}
      {tasks?.items.length === 0 && (
        <Group gap="sm" wrap="nowrap">
          <IconCircleCheck size={20} aria-hidden className="is-better" />
          <Text size="sm">{t.nothing}</Text>
        </Group>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="lg">
        {KINDS.filter((kind) => (tasks?.counts[kind] ?? 0) > 0).map((kind) => (
          <section key={kind} aria-labelledby={`tasks-${kind}`}>
            <Title order={3} size="h5" mb="xs" id={`tasks-${kind}`}>
              {t.kinds[kind](number(tasks!.counts[kind]))}
            </Title>
            <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
              {tasks!.items
                .filter((task) => task.kind === kind)
                .slice(0, SHOWN)
                .map((task) => (
                  <li key={`${task.user.id} ${task.offer_id} ${task.subject}`}>
                    <TaskLine client={client} task={task} />
                  </li>
                ))}
            </Stack>
            {tasks!.counts[kind] > SHOWN && (
              <Note size="xs" mt="xs">
                {t.more(number(tasks!.counts[kind] - SHOWN))}
              </Note>
            )}
          </section>
        ))}
      </SimpleGrid>
    </SectionCard>
  );
}

/** The page where the agency sees the task: the campaign as the creator sees it, or the creator's payouts. */
function placeOf(client: number, { offer_id: campaign, user }: Task): LinkProps {
  if (campaign === null)
    return {
      to: '/console/agency/$client/creators/$user',
      params: { client: String(client), user: String(user.id) },
      hash: 'payout-state',
    };
  return {
    to: '/console/agency/$client/campaigns/$offer',
    params: { client: String(client), offer: String(campaign) },
    search: { creator: user.id },
  };
}

function TaskLine({ client, task }: { client: number; task: Task }) {
  const t = useHomeTexts().tasks;
  const { day } = useFormats();
  const { user, subject, store, due_on: due, is_overdue: isOverdue } = task;
  return (
    <>
      <Anchor size="sm" fw={600} renderRoot={(props) => <Link {...props} {...placeOf(client, task)} />}>
        {subject ?? user.name}
      </Anchor>
      {store !== null && <Note size="xs">{t.at(user.name, store.name)}</Note>}
      {due !== null && (
        <Group gap="xs">
          <Note size="xs">{t.due(day(due))}</Note>
          {isOverdue && <StateBadge tone="bad">{t.overdue}</StateBadge>}
        </Group>
      )}
    </>
  );
}
