import { Alert, Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FailureText } from '../failure.tsx';
import { useApiMutation } from '../use-api-mutation.ts';

interface Checked<Method extends string> {
  attempts: readonly { method: Method; problem: string | null }[];
}

interface ProofCheckProps<Method extends string, Result extends Checked<Method>> {
  /** The name of what is proven. */
  name: string;
  texts: { check: string; checkLabel: (name: string) => string; notFound: string; found: string };
  methods: Readonly<Record<Method, string>>;
  check: () => Promise<Result>;
  isProven: (result: Result) => boolean;
  /** The text of the toast once it is proven. */
  proven: string;
  /** What else can be done if no proof was found. */
  hint?: string;
}

/** Checks a proof now, and shows for each method why it was not found. */
export function ProofCheck<Method extends string, Result extends Checked<Method>>({
  name,
  texts: t,
  methods,
  check: send,
  isProven,
  proven,
  hint,
}: ProofCheckProps<Method, Result>) {
  const check = useApiMutation(send, {
    onDone: (result) => {
      if (isProven(result)) notifications.show({ message: proven, color: 'river' });
    },
  });
  return (
    <Stack gap="sm" align="flex-start">
      <Button size="xs" loading={check.isPending} aria-label={t.checkLabel(name)} onClick={() => check.mutate()}>
        {t.check}
      </Button>
      <FailureText message={check.failure} />
      {check.data !== undefined && !isProven(check.data) && check.failure === null && !check.isPending && (
        <Alert w="100%" color="yellow" variant="light" c="var(--mantine-color-text)" title={t.notFound} role="alert">
          {check.data.attempts.map(({ method, problem }) => (
            <Text key={method} size="sm">
              <b>{methods[method]}:</b> {problem ?? t.found}
            </Text>
          ))}
          {hint && <Text size="sm">{hint}</Text>}
        </Alert>
      )}
    </Stack>
  );
}
