import { Card, Image, Text } from '@mantine/core';
import { Note } from '../../../components/note.tsx';
import { useCampaignTexts } from '../texts.ts';
import type { Draft } from './draft.ts';

/** Preview of the campaign for creators. */
export function CreatorPreview({ draft, picture }: { draft: Draft; picture: string | null }) {
  const t = useCampaignTexts().form.preview;
  const todo = draft.type === 'standard' ? [] : draft.todo.split('\n').filter((line) => line.trim() !== '');
  return (
    <section aria-label={t.reads}>
      <Note size="xs" mb="xs">
        {t.reads}
      </Note>
      <Card bg="var(--mantine-color-body)" p="md">
        {picture !== null && <Image src={picture} alt="" radius="md" mah={140} fit="cover" mb="sm" />}
        <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
          {draft.title || t.noTitle}
        </Text>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {draft.text}
        </Text>
        {draft.hashtags && (
          <Text size="sm" fw={500} mt={4}>
            {draft.hashtags}
          </Text>
        )}
        {todo.length > 0 && (
          <ul style={{ margin: '8px 0 0', paddingInlineStart: 20 }}>
            {todo.map((item) => (
              <Text key={item} component="li" size="sm">
                {item}
              </Text>
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}
