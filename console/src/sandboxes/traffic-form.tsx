import { Button, Group, NativeSelect, NumberInput, Stack } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client } from '../api.ts';
import { FailureText } from '../components/failure.tsx';
import { Note } from '../components/note.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFormats } from '../language/formats.ts';
import type { Sandbox } from './sandbox.ts';
import { useSandboxTexts } from './texts.ts';

const PATTERNS = ['shoppers', 'click_farm', 'cookie_stuffing', 'order_squatting'] as const;
const COUNTS = [
  { field: 'clicks', max: 20_000 },
  { field: 'orders', max: 2_000 },
  { field: 'days', max: 366 },
] as const;
type Count = (typeof COUNTS)[number]['field'];

/** Plans clicks and orders, which happen when the clock of the sandbox passes them. */
export function TrafficForm({ sandbox: { id, name } }: { sandbox: Sandbox }) {
  const t = useSandboxTexts();
  const { number } = useFormats();
  const [counts, setCounts] = useState<Record<Count, string | number>>({ clicks: 200, orders: 10, days: 30 });
  const [pattern, setPattern] = useState<(typeof PATTERNS)[number]>('shoppers');
  const plan = useApiMutation(
    async () => {
      const [clicks, orders, days] = COUNTS.map(({ field }) => Number(counts[field])) as [number, number, number];
      const path = { sandbox: id };
      const body = { clicks, orders, days, pattern };
      return (await client.POST('/v2/sandboxes/{sandbox}/traffic', { params: { path }, body })).data!;
    },
    { done: ({ clicks, orders }) => t.planned(number(clicks), number(orders)) },
  );
  const fields = plan.error instanceof ApiError ? plan.error.fields : {};
  const labels = { clicks: t.clicks, orders: t.orders, days: t.over };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    plan.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Group align="flex-start" gap="sm">
          {COUNTS.map(({ field, max }) => (
            <NumberInput
              key={field}
              label={labels[field]}
              value={counts[field]}
              min={field === 'orders' ? 0 : 1}
              max={max}
              allowDecimal={false}
              w={120}
              error={fields[field]?.join(' ')}
              onChange={(value) => setCounts((now) => ({ ...now, [field]: value }))}
            />
          ))}
          <NativeSelect
            label={t.pattern}
            value={pattern}
            data={PATTERNS.map((value) => ({ value, label: t.patterns[value] }))}
            onChange={({ currentTarget }) => setPattern(PATTERNS.find((one) => one === currentTarget.value)!)}
          />
          <Button type="submit" variant="default" mt={25} loading={plan.isPending} aria-label={t.trafficLabel(name)}>
            {t.traffic}
          </Button>
        </Group>
        <Note size="xs">{t.trafficHint}</Note>
        {Object.keys(fields).length === 0 && <FailureText message={plan.failure} />}
      </Stack>
    </form>
  );
}
