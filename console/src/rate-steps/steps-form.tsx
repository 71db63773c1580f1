import { Group, NativeSelect } from '@mantine/core';
import { MAX_RATE_STEPS } from '../../../src/platform/limits.ts';
import { client, ifMatch } from '../api.ts';
import { DecimalInput } from '../components/decimal-input.tsx';
import { Form } from '../components/form.tsx';
import { ListFields } from '../components/list-fields.tsx';
import { percentText, readNumber } from '../components/number-input.ts';
import { useForm } from '../components/use-form.ts';
import { digitsOf } from '../language/formats.ts';
import type { RateSteps } from './step-words.ts';
import { useRateStepTexts } from './texts.ts';

interface StepsFormProps {
  offer: number;
  currency: string;
  /** The current steps, which the form replaces. */
  steps: RateSteps;
  /** The user tags of the store. */
  groups: readonly { id: number; name: string }[];
  reread: () => Promise<RateSteps>;
  onDone: () => void;
}

const valuesOf = ({ counts, period, applies, user_tag_id: tag, steps }: RateSteps) => ({
  counts,
  period,
  applies,
  tag: tag === null ? '' : String(tag),
  steps: steps.map(({ orders, value, cpa, cpo }, key) => ({
    key,
    from: value?.amount ?? (orders === undefined ? '' : String(orders)),
    percent: percentText(cpa),
    fixed: cpo?.amount ?? '',
  })),
});
type Values = ReturnType<typeof valuesOf>;

/** Replaces the steps of a campaign. Without steps, its rates do not rise. */
export function StepsForm({ offer, currency, steps: current, groups, reread, onDone }: StepsFormProps) {
  const t = useRateStepTexts();
  const digits = digitsOf(currency);
  const names: Record<string, string> = { '': t.everyone, ...t.countsOf, ...t.periods, ...t.appliesTo };
  for (const { id, name } of groups) names[id] = name;
  const money = (amount: string) => ({ amount: Number(amount).toFixed(digits), currency });
  const stepOf = ({ from, percent, fixed }: Values['steps'][number], counts: Values['counts']) => ({
    ...(counts === 'orders' ? { orders: Number(from) } : { value: money(from) }),
    cpa: Math.round((readNumber(percent) ?? 0) * 10_000) / 1_000_000,
    ...(fixed === '' ? {} : { cpo: money(fixed) }),
  });
  const form = useForm(valuesOf(current), {
    name: `rate-steps:${offer}`,
    check: ({ counts, period, applies, steps }) => {
      const faults: Record<string, string | undefined> = {
        applies: period === 'ever' && applies === 'whole' ? t.notEver : undefined,
      };
      for (const [index, { from, percent }] of steps.entries()) {
        const share = readNumber(percent);
        faults[`steps.${index}.${counts}`] = from === '' ? t.needed : undefined;
        faults[`steps.${index}.cpa`] = share !== undefined && share <= 100 ? undefined : t.invalid;
      }
      return faults;
    },
    send: ({ counts, period, applies, tag, steps }) =>
      client.PUT('/v2/offers/{offer}/rate-steps', {
        params: { path: { offer } },
        body: {
          counts,
          period,
          applies,
          user_tag_id: tag === '' ? null : Number(tag),
          steps: steps.map((step) => stepOf(step, counts)),
        },
        headers: ifMatch(`/v2/offers/${offer}/rate-steps`),
      }),
    record: {
      reread: async () => valuesOf(await reread()),
      labels: { counts: t.counts, period: t.period, applies: t.applies, tag: t.group, steps: t.title },
      show: (value) =>
        typeof value === 'string'
          ? (names[value] ?? value)
          : value
              .map(({ from, percent, fixed }) => [from, `${percent} %`, fixed].filter(Boolean).join(' · '))
              .join('; '),
    },
    done: t.saved,
    onDone,
  });
  const { counts, steps } = form.draft;
  const choices = (of: Record<string, string>) => Object.entries(of).map(([value, label]) => ({ value, label }));
  return (
    <Form of={form} label={t.edit} action={t.save} isEdit onCancel={onDone}>
      <Group align="flex-start" gap="sm">
        <NativeSelect
          label={t.counts}
          value={counts}
          data={choices(t.countsOf)}
          onChange={({ currentTarget }) => form.set('counts', currentTarget.value as Values['counts'])}
        />
        <NativeSelect
          label={t.period}
          value={form.draft.period}
          data={choices(t.periods)}
          onChange={({ currentTarget }) => form.set('period', currentTarget.value as Values['period'])}
        />
        <NativeSelect
          label={t.applies}
          {...form.entry('applies')}
          value={form.draft.applies}
          data={choices(t.appliesTo)}
          onChange={({ currentTarget }) => form.set('applies', currentTarget.value as Values['applies'])}
        />
        {groups.length > 0 && (
          <NativeSelect
            label={t.group}
            {...form.entry('user_tag_id')}
            value={form.draft.tag}
            data={[
              { value: '', label: t.everyone },
              ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ currentTarget }) => form.set('tag', currentTarget.value)}
          />
        )}
      </Group>
      <ListFields
        entries={steps}
        most={MAX_RATE_STEPS}
        empty={{ from: '', percent: '', fixed: '' }}
        words={{ entry: t.step, remove: t.remove, add: t.add }}
        onChange={(edited) => form.set('steps', edited)}
      >
        {({ from, percent, fixed }, index, change) => (
          <>
            <DecimalInput
              label={counts === 'orders' ? t.orders : t.value(currency)}
              required
              digits={counts === 'orders' ? 0 : digits}
              value={from}
              {...form.entry(`steps.${index}.${counts}`)}
              onChange={(typed) => change({ from: typed })}
            />
            <DecimalInput
              label={t.percent}
              required
              digits={4}
              value={percent}
              {...form.entry(`steps.${index}.cpa`)}
              onChange={(typed) => change({ percent: typed })}
            />
            <DecimalInput
              label={t.fixed(currency)}
              digits={digits}
              value={fixed}
              {...form.entry(`steps.${index}.cpo`)}
              onChange={(typed) => change({ fixed: typed })}
            />
          </>
        )}
      </ListFields>
    </Form>
  );
}
