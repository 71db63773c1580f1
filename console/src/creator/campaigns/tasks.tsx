import { Checkbox, List, Stack } from '@mantine/core';
import { client } from '../../api.ts';
import { Note } from '../../components/note.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useCampaignTexts } from './texts.ts';
import type { Campaign, Participation } from './use-board.ts';

/**
 * Tasks of a campaign; participants and their agencies can tick them.
 * @param title for those who are not the participant
 */
export function Tasks({ campaign, title }: { campaign: Campaign; title?: string }) {
  const t = useCampaignTexts();
  const { part: participation, tasks } = campaign;
  const isMine = participation !== null && participation.todo.length > 0;
  if (!isMine && tasks.length === 0) return null;
  return (
    <SectionCard id="tasks" title={isMine ? (title ?? t.todo) : t.asked}>
      {isMine ? (
        <Todo offer={campaign.id} participation={participation} />
      ) : (
        <List size="sm" spacing="xs">
          {tasks.map((task) => (
            <List.Item key={task}>{task}</List.Item>
          ))}
        </List>
      )}
    </SectionCard>
  );
}

function Todo({ offer, participation }: { offer: number; participation: Participation }) {
  const t = useCampaignTexts();
  return (
    <Stack gap="sm">
      {participation.todo.map((item) => (
        <Task key={item.key} offer={offer} participant={participation.participant_id} item={item} />
      ))}
      <Note role="status">{t.todoLeft(participation.todo.filter(({ value }) => !value).length)}</Note>
    </Stack>
  );
}

/** Shows the new state optimistically until the list is refetched; a failure is shown beside it. */
function Task({
  offer,
  participant,
  item,
}: {
  offer: number;
  participant: number;
  item: Participation['todo'][number];
}) {
  const { key } = item;
  const tick = useApiMutation((value: boolean) =>
    client.PATCH('/v2/offers/{offer}/participants/{participant}/todo', {
      params: { path: { offer, participant } },
      body: { todo: [{ key, value }] },
    }),
  );
  return (
    <Checkbox
      label={key}
      checked={tick.isPending ? tick.variables : item.value}
      error={tick.failure}
      onChange={({ currentTarget: { checked } }) => tick.mutate(checked)}
    />
  );
}
