import { Alert, Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../language/formats.ts';
import { creditState, useCredit, usedShare } from './credit.ts';
import { useCreditTexts } from './texts.ts';

/** Warning that a store nears its credit limit or has reached it; otherwise nothing. */
export function CreditAlert({ store }: { store: number }) {
  const t = useCreditTexts();
  const { percent } = useFormats();
  const { data } = useCredit(store);
  if (data === undefined || creditState(data) === 'free') return null;
  const isReached = creditState(data) === 'reached';
  return (
    <Alert
      mb="lg"
      variant="light"
      color={isReached ? 'red' : 'yellow'}
      c="var(--mantine-color-text)"
      title={isReached ? t.reached : t.near(percent(usedShare(data)))}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{isReached ? t.reachedHint : t.nearHint}</Text>
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/console/shop/$store/invoices" params={{ store: String(store) }} />
          )}
        >
          {t.view}
        </Button>
      </Stack>
    </Alert>
  );
}
