import { List, Text } from '@mantine/core';
import { Note } from '../../components/note.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useCreatorTexts } from '../texts.ts';

/** Introduction for a creator without links. */
export function GettingStarted() {
  const t = useCreatorTexts().first;
  return (
    <SectionCard id="how-one-earns" title={t.title}>
      <List type="ordered" spacing="md">
        {t.steps.map(({ title, hint }) => (
          <List.Item key={title}>
            <Text fw={600}>{title}</Text>
            <Note>{hint}</Note>
          </List.Item>
        ))}
      </List>
    </SectionCard>
  );
}
