import { Button, Group, NumberInput } from '@mantine/core';
import { client } from '../api.ts';
import { Form } from '../components/form.tsx';
import { useForm } from '../components/use-form.ts';
import type { Sandbox } from './sandbox.ts';
import { useSandboxTexts } from './texts.ts';

const MAX_DAYS = 366;
const DAY_MS = 86_400_000;

/** Advances the clock of a sandbox by days. */
export function AdvanceForm({ sandbox: { id, name, clock } }: { sandbox: Sandbox }) {
  const t = useSandboxTexts();
  const form = useForm(
    { days: 7 as string | number },
    {
      send: ({ days }) => {
        const advance_to = new Date(Date.parse(clock) + Number(days) * DAY_MS).toISOString();
        return client.POST('/v2/sandboxes/{sandbox}/clock', {
          params: { path: { sandbox: id } },
          body: { advance_to },
        });
      },
    },
  );
  return (
    <Form of={form}>
      <Group align="flex-start" gap="sm">
        <NumberInput
          label={t.days}
          required
          withAsterisk={false}
          min={1}
          max={MAX_DAYS}
          allowDecimal={false}
          w={120}
          {...form.value('days', 'advance_to')}
        />
        <Button type="submit" mt={25} loading={form.isPending} aria-label={t.advanceLabel(name)}>
          {t.advance}
        </Button>
      </Group>
    </Form>
  );
}
