import { Card, List, Text, Title } from '@mantine/core';
import { useCreatorTexts } from '../texts.ts';

/** Introduction for a creator without links. */
export function GettingStarted() {
  const t = useCreatorTexts().first;
  return (
    <Card component="section" aria-labelledby="how-one-earns">
      <Title order={2} size="h4" mb="md" id="how-one-earns">
        {t.title}
      </Title>
      <List type="ordered" spacing="md">
        {t.steps.map(({ title, hint }) => (
          <List.Item key={title}>
            <Text fw={600}>{title}</Text>
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          </List.Item>
        ))}
      </List>
    </Card>
  );
}
