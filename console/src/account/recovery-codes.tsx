import { Alert, Code, Text } from '@mantine/core';
import { CopyText } from '../components/copy-text.tsx';
import { useAccountTexts } from './texts.ts';

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useAccountTexts().factor;
  return (
    <Alert color="river" variant="light" title={t.codes} role="status">
      <Text size="sm" mb="xs">
        {t.codesHint}
      </Text>
      <Code block>{codes.join('\n')}</Code>
      <CopyText text={codes.join('\n')} of={t.codes} />
    </Alert>
  );
}
