import { Button, Group, NumberInput } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client } from '../api.ts';
import { FailureText } from '../components/failure.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import type { Sandbox } from './sandbox.ts';
import { useSandboxTexts } from './texts.ts';

const MAX_DAYS = 366;
const DAY_MS = 86_400_000;

/** Advances the clock of a sandbox by days. */
export function AdvanceForm({ sandbox: { id, name, clock } }: { sandbox: Sandbox }) {
  const t = useSandboxTexts();
  const [days, setDays] = useState<string | number>(7);
  const advance = useApiMutation((count: number) => {
    const advance_to = new Date(Date.parse(clock) + count * DAY_MS).toISOString();
    return client.POST('/v2/sandboxes/{sandbox}/clock', { params: { path: { sandbox: id } }, body: { advance_to } });
  });
  const refused = advance.error instanceof ApiError ? advance.error.fields.advance_to?.join(' ') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (days !== '') advance.mutate(Number(days));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="sm">
        <NumberInput
          label={t.days}
          value={days}
          min={1}
          max={MAX_DAYS}
          allowDecimal={false}
          w={120}
          error={refused}
          onChange={setDays}
        />
        <Button
          type="submit"
          mt={25}
          disabled={days === ''}
          loading={advance.isPending}
          aria-label={t.advanceLabel(name)}
        >
          {t.advance}
        </Button>
      </Group>
      {refused === undefined && <FailureText message={advance.failure} />}
    </form>
  );
}
