import { Alert, Code, Group, Text } from '@mantine/core';
import { CopyText } from '../copy-text.tsx';
import { useWebhooksTexts } from './texts.ts';

/** A signing secret, which the API returns only once. */
export function ShownSecret({ secret, words }: { secret: string; words: string }) {
  const t = useWebhooksTexts();
  return (
    <Alert w="100%" color="teal" variant="light" c="var(--mantine-color-text)" role="status">
      <Text size="sm" mb="xs">
        {words}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
        <CopyText text={secret} of={t.secret} />
      </Group>
    </Alert>
  );
}
