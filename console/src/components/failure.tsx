import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError, ConnectionError } from '@tributary/client';
import { EmptyState } from './empty-state.tsx';
import { faultSentence } from './fault-sentence.ts';
import { NoPermission } from './no-permission.tsx';
import { useCommonTexts } from './texts.ts';

/** Error message with a retry button. Missing permission and missing records have their own displays. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: (() => unknown) | undefined }) {
  const t = useCommonTexts();
  const sentence = useErrorMessage(error);
  if (error instanceof ApiError && error.status === 403) return <NoPermission />;
  // Retrying does not help for a missing record.
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

/** Error message of an action, shown at its control; nothing without one. */
export function FailureAlert({
  message,
  ...margins
}: {
  message: string | null | undefined;
  mt?: string;
  mb?: string;
}) {
  if (message === null || message === undefined) return null;
  return (
    <Alert color="red" variant="light" role="alert" {...margins}>
      {message}
    </Alert>
  );
}

/** Error message of an action as plain text, for places too small for FailureAlert. */
export function FailureText({
  message,
  size = 'sm',
  mt,
}: {
  message: string | null | undefined;
  size?: string;
  mt?: string;
}) {
  if (message === null || message === undefined) return null;
  return (
    <Text size={size} className="is-worse" role="alert" {...(mt === undefined ? {} : { mt })}>
      {message}
    </Text>
  );
}

/** Error message of a failure; for invalid input, the messages of the fields. */
export function useErrorMessage(error: unknown): string {
  const { failure, faults, conflict } = useCommonTexts();
  if (!(error instanceof ApiError))
    return error instanceof ConnectionError || error instanceof TypeError
      ? failure.offline
      : String((error as Error)?.message ?? error);
  if (error.status === 401 && error.message === 'Unauthenticated.') return failure.signedOut;
  if (error.status === 412) return conflict.notSaved;
  if (error.status === 429) return failure.wait(error.retryAfterSeconds ?? 60);
  if (error.status === 404) return failure.missing;
  if (error.status === 503) return failure.unavailable;
  if (error.status >= 500) return failure.fault(error.requestId);
  const fields = Object.values(error.fields).flat();
  return fields.length > 0 ? fields.map((text) => faultSentence(text, faults)).join(' ') : error.message;
}
