import { Alert, Card, Checkbox, List, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { client } from '../../api.ts';
import { useDoing } from '../../parts/use-doing.ts';
import { useCampaignTexts } from './texts.ts';
import type { Campaign, Part } from './use-board.ts';

/** What a campaign asks for: to be ticked by those who take part, to be read by others. */
export function Tasks({ campaign }: { campaign: Campaign }) {
  const t = useCampaignTexts();
  const { part, tasks } = campaign;
  const isMine = part !== null && part.todo.length > 0;
  if (!isMine && tasks.length === 0) return null;
  return (
    <Card component="section" aria-labelledby="tasks">
      <Title order={2} size="h4" mb="sm" id="tasks">
        {isMine ? t.todo : t.asked}
      </Title>
      {isMine ? (
        <Todo offer={campaign.id} part={part} />
      ) : (
        <List size="sm" spacing="xs">
          {tasks.map((task) => (
            <List.Item key={task}>{task}</List.Item>
          ))}
        </List>
      )}
    </Card>
  );
}

function Todo({ offer, part }: { offer: number; part: Part }) {
  const t = useCampaignTexts();
  const tick = useDoing(
    async (item: { key: string; value: boolean }) =>
      (
        await client.PATCH('/v2/offers/{offer}/participants/{participant}/todo', {
          params: { path: { offer, participant: part.participant_id } },
          body: { todo: [item] },
        })
      ).data!,
  );
  // Until the list has been read anew, a box shows what was clicked, several of them, too.
  const [clicked, setClicked] = useState<Record<string, boolean>>({});
  useEffect(() => {
    if (!tick.isPending) setClicked({});
  }, [tick.isPending]);
  const shown = ({ key, value }: Part['todo'][number]) => clicked[key] ?? value;
  const click = (key: string, value: boolean) => {
    setClicked((before) => ({ ...before, [key]: value }));
    tick.mutate({ key, value });
  };
  return (
    <Stack gap="sm">
      {part.todo.map((item) => (
        <Checkbox
          key={item.key}
          label={item.key}
          checked={shown(item)}
          onChange={({ currentTarget: { checked } }) => click(item.key, checked)}
        />
      ))}
      {tick.failure && (
        <Alert color="red" variant="light" role="alert">
          {tick.failure}
        </Alert>
      )}
      <Text size="sm" c="dimmed" role="status">
        {t.todoLeft(part.todo.filter((item) => !shown(item)).length)}
      </Text>
    </Stack>
  );
}
