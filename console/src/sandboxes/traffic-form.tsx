import { Button, Group, NativeSelect, NumberInput } from '@mantine/core';
import { client } from '../api.ts';
import { Form } from '../components/form.tsx';
import { Note } from '../components/note.tsx';
import { useForm } from '../components/use-form.ts';
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
  const form = useForm(
    {
      ...({ clicks: 200, orders: 10, days: 30 } as Record<Count, string | number>),
      pattern: 'shoppers' as (typeof PATTERNS)[number],
    },
    {
      name: `traffic:${id}`,
      send: async ({ clicks, orders, days, pattern }) => {
        const body = { clicks: Number(clicks), orders: Number(orders), days: Number(days), pattern };
        return (await client.POST('/v2/sandboxes/{sandbox}/traffic', { params: { path: { sandbox: id } }, body }))
          .data!;
      },
      done: ({ clicks, orders }) => t.planned(number(clicks), number(orders)),
    },
  );
  const labels = { clicks: t.clicks, orders: t.orders, days: t.over };
  return (
    <Form of={form}>
      <Group align="flex-start" gap="sm">
        {COUNTS.map(({ field, max }) => (
          <NumberInput
            key={field}
            label={labels[field]}
            min={field === 'orders' ? 0 : 1}
            max={max}
            allowDecimal={false}
            w={120}
            {...form.value(field)}
          />
        ))}
        <NativeSelect
          label={t.pattern}
          data={PATTERNS.map((value) => ({ value, label: t.patterns[value] }))}
          {...form.text('pattern')}
        />
        <Button type="submit" variant="default" mt={25} loading={form.isPending} aria-label={t.trafficLabel(name)}>
          {t.traffic}
        </Button>
      </Group>
      <Note size="xs">{t.trafficHint}</Note>
    </Form>
  );
}
