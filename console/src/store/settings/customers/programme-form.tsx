import { Switch } from '@mantine/core';
import { client, ifMatch } from '../../../api.ts';
import { DecimalInput } from '../../../components/decimal-input.tsx';
import { Form } from '../../../components/form.tsx';
import { ListFields } from '../../../components/list-fields.tsx';
import { percentText, readNumber } from '../../../components/number-input.ts';
import { useProgrammeWords } from '../../../components/rates/programme-words.ts';
import { useForm } from '../../../components/use-form.ts';
import type { Programme } from './programme.ts';
import { useCustomerTexts } from './texts.ts';

/** As in the API. */
const [MAX_STEPS, MAX_MONTHS] = [10, 120];

const valuesOf = ({ steps, pays_first_order }: Programme) => ({
  steps: steps.map(({ months, cpa }, key) => ({
    key,
    months: months === null ? '' : String(months),
    rate: percentText(cpa),
  })),
  pays_first_order,
});

type Typed = ReturnType<typeof valuesOf>['steps'][number];

const stepOf = ({ months, rate }: Typed) => ({
  months: readNumber(months) ?? null,
  cpa: Math.round((readNumber(rate) ?? Number.NaN) * 10_000) / 1_000_000,
});

/** Replaces the rates of repeated orders of a store's customers. Without steps, customers are not bound. */
export function ProgrammeForm({
  store,
  programme,
  reread,
  onDone,
}: {
  store: number;
  programme: Programme;
  reread: () => Promise<Programme>;
  onDone: () => void;
}) {
  const t = useCustomerTexts();
  const wordsOf = useProgrammeWords();
  const form = useForm(valuesOf(programme), {
    name: `customer-programme:${store}`,
    check: ({ steps }) =>
      Object.fromEntries(
        steps.flatMap((typed, index) => {
          const { months, cpa } = stepOf(typed);
          const isLast = index === steps.length - 1;
          const isWhole = months === null ? isLast : Number.isInteger(months) && months >= 1 && months <= MAX_MONTHS;
          return [
            [`steps.${index}.months`, isWhole ? undefined : t.whole],
            [`steps.${index}.cpa`, cpa >= 0 && cpa <= 1 ? undefined : t.percent],
          ];
        }),
      ),
    send: ({ steps, pays_first_order }) =>
      client.PUT('/v2/stores/{store}/customer-programme', {
        params: { path: { store } },
        body: { steps: steps.map(stepOf), pays_first_order },
        headers: ifMatch(`/v2/stores/${store}/customer-programme`),
      }),
    record: {
      reread: async () => valuesOf(await reread()),
      labels: { steps: t.title, pays_first_order: t.first },
      show: (value) => (typeof value === 'boolean' ? String(value) : wordsOf(value.map(stepOf))),
    },
    done: t.saved,
    onDone,
  });
  const { steps } = form.draft;
  return (
    <Form of={form} label={t.edit} action={t.save} isEdit onCancel={onDone}>
      <ListFields
        entries={steps}
        most={MAX_STEPS}
        empty={{ months: '', rate: '' }}
        words={{ entry: t.step, remove: t.remove, add: t.add }}
        onChange={(edited) => form.set('steps', edited)}
      >
        {({ months, rate }, index, change) => (
          <>
            <DecimalInput
              label={t.months}
              description={index === steps.length - 1 ? t.monthsHint : undefined}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              digits={0}
              value={months}
              {...form.entry(`steps.${index}.months`)}
              onChange={(typed) => change({ months: typed })}
            />
            <DecimalInput
              label={t.rate}
              required
              digits={4}
              value={rate}
              {...form.entry(`steps.${index}.cpa`)}
              onChange={(typed) => change({ rate: typed })}
            />
          </>
        )}
      </ListFields>
      <Switch label={t.first} description={t.firstHint} {...form.flag('pays_first_order')} />
    </Form>
  );
}
