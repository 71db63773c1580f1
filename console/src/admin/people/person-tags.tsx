import { Button, Group, NativeSelect, Pill, Text } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api.ts';
import { FailureAlert } from '../../components/failure.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import type { Person } from './person.ts';
import { optionsOf, useTags } from './references.ts';
import { usePeopleTexts } from './texts.ts';

interface Tag {
  id: number;
  name: string;
}

/** The tags of a person, with a form that adds and removes them. */
export function PersonTags({ person }: { person: Person }) {
  const t = usePeopleTexts();
  const tags = useTags();
  const [chosen, setChosen] = useState('');
  const path = (tag: Tag) => ({ params: { path: { user_tag: tag.id, user: person.id } } });
  const giving = useApiMutation(
    async (tag: Tag) => {
      await client.PUT('/v2/admin/user-tags/{user_tag}/users/{user}', path(tag));
      return tag;
    },
    { done: ({ name }) => t.tagGiven(name), onDone: () => setChosen('') },
  );
  const taking = useApiMutation(
    async (tag: Tag) => {
      await client.DELETE('/v2/admin/user-tags/{user_tag}/users/{user}', path(tag));
      return tag;
    },
    { done: ({ name }) => t.tagTaken(name) },
  );
  const had = person.user_tag_ids.map((id) => tags.find((tag) => tag.id === id) ?? { id, name: `#${id}` });
  const others = tags.filter(({ id }) => !person.user_tag_ids.includes(id));
  const failure = giving.failure ?? taking.failure;
  return (
    <SectionCard id="tags" title={t.tags} hint={t.tagsHint}>
      {had.length === 0 ? (
        <Text size="sm">{t.noTags}</Text>
      ) : (
        <Pill.Group>
          {had.map((tag) => (
            <Pill
              key={tag.id}
              size="md"
              withRemoveButton
              onRemove={() => taking.mutate(tag)}
              removeButtonProps={{ 'aria-label': t.takeTag(tag.name), tabIndex: 0, 'aria-hidden': false }}
            >
              {tag.name}
            </Pill>
          ))}
        </Pill.Group>
      )}
      <FailureAlert message={failure} mt="md" />
      <Group
        mt="md"
        align="flex-end"
        component="form"
        {...{
          onSubmit: (event: React.FormEvent) => {
            event.preventDefault();
            const tag = tags.find(({ id }) => String(id) === chosen);
            if (tag) giving.mutate(tag);
          },
        }}
      >
        <NativeSelect
          label={t.giveTag}
          value={chosen}
          data={[{ value: '', label: '–' }, ...optionsOf(others)]}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          flex={1}
        />
        <Button type="submit" variant="light" disabled={chosen === ''} loading={giving.isPending}>
          {t.give}
        </Button>
      </Group>
    </SectionCard>
  );
}
