import { Box, Button, Group, NativeSelect, Pill, Text } from '@mantine/core';
import { client } from '../../api.ts';
import { FailureAlert } from '../../components/failure.tsx';
import { Form } from '../../components/form.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useCommonTexts } from '../../components/texts.ts';
import { showUndo } from '../../components/undo-toast.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useForm } from '../../components/use-form.ts';
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
  const { undo } = useCommonTexts();
  const tags = useTags();
  const path = (tag: Tag) => ({ params: { path: { user_tag: tag.id, user: person.id } } });
  const give = async (tag: Tag) => {
    await client.PUT('/v2/admin/user-tags/{user_tag}/users/{user}', path(tag));
    return tag;
  };
  const done = ({ name }: Tag) => t.tagGiven(name);
  const form = useForm({ tag: '' }, { send: ({ tag }) => give(tags.find(({ id }) => String(id) === tag)!), done });
  const restoring = useApiMutation(give, { done });
  const taking = useApiMutation(
    async (tag: Tag) => {
      await client.DELETE('/v2/admin/user-tags/{user_tag}/users/{user}', path(tag));
      return tag;
    },
    {
      onDone: (tag) => showUndo({ message: t.tagTaken(tag.name), label: undo, onUndo: () => restoring.mutate(tag) }),
    },
  );
  const had = person.user_tag_ids.map((id) => tags.find((tag) => tag.id === id) ?? { id, name: `#${id}` });
  const others = tags.filter(({ id }) => !person.user_tag_ids.includes(id));
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
      <FailureAlert message={taking.failure ?? restoring.failure} mt="md" />
      <Box mt="md">
        <Form of={form} label={t.giveTag}>
          <Group align="flex-end">
            <NativeSelect
              label={t.giveTag}
              data={[{ value: '', label: '–' }, ...optionsOf(others)]}
              flex={1}
              {...form.text('tag', 'user_tag')}
            />
            <Button type="submit" variant="light" disabled={form.draft.tag === ''} loading={form.isPending}>
              {t.give}
            </Button>
          </Group>
        </Form>
      </Box>
    </SectionCard>
  );
}
