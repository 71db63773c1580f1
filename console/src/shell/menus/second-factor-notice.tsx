import { Alert, Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useShellTexts } from '../texts.ts';

/** Explains why a signed-in user lacks roles, and where to add the required second factor. */
export default function SecondFactorNotice() {
  const t = useShellTexts().secondFactor;
  return (
    <Alert variant="light" mb="md" title={t.title}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t.text}</Text>
        <Button component={Link} to="/console/account" size="xs">
          {t.action}
        </Button>
      </Stack>
    </Alert>
  );
}
