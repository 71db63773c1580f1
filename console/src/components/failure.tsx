import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '@tributary/client';
import { EmptyState } from './empty-state.tsx';
import { NoPermission } from './no-permission.tsx';
import { useCommonTexts } from './texts.ts';

/** What went wrong, in words, and a way to try again. What one may not see is told as such. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: (() => unknown) | undefined }) {
  const t = useCommonTexts();
  const sentence = useErrorMessage(error);
  if (error instanceof ApiError && error.status === 403) return <NoPermission />;
  // Asking again for what is not there does not help.
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState title={t.failure.missing} hint={t.failure.missingHint} />;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle />} title={t.failure.title} role="alert" my="md">
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{sentence}</Text>
        {onRetry && (
          <Button size="xs" variant="default" onClick={() => onRetry()}>
            {t.failure.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** A failure in a sentence for people: what the server says of it, with the fields that it names. */
export function useErrorMessage(error: unknown): string {
  const { failure } = useCommonTexts();
  if (!(error instanceof ApiError))
    return error instanceof TypeError ? failure.offline : String((error as Error)?.message ?? error);
  if (error.status === 401 && error.message === 'Unauthenticated.') return failure.signedOut;
  if (error.status === 429) return failure.wait(error.retryAfterSeconds ?? 60);
  if (error.status === 404) return failure.missing;
  if (error.status === 503) return failure.away;
  if (error.status >= 500) return failure.fault(error.requestId);
  const fields = Object.values(error.fields).flat();
  return fields.length > 0 ? fields.map(asSentence).join(' ') : error.message;
}

/** The API names a fault without its field, as `must be an e-mail address`; alone it reads as a sentence. */
function asSentence(text: string): string {
  const capitalised = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capitalised) ? capitalised : `${capitalised}.`;
}
