import { MAX_BONUS_TIERS } from '../../../../../src/platform/limits.ts';
import { client, ifMatch } from '../../../api.ts';
import { DecimalInput } from '../../../components/decimal-input.tsx';
import { Form } from '../../../components/form.tsx';
import { ListFields } from '../../../components/list-fields.tsx';
import { useTierWords } from '../../../components/rates/tier-words.ts';
import { useForm } from '../../../components/use-form.ts';
import { digitsOf } from '../../../language/formats.ts';
import type { MonthBonuses } from './month-bonuses.ts';
import { useStoreRateTexts } from './texts.ts';

interface BonusTiersFormProps {
  offer: number;
  currency: string;
  /** The current tiers, which the form replaces. */
  bonuses: MonthBonuses;
  reread: () => Promise<MonthBonuses>;
  onDone: () => void;
}

const valuesOf = (bonuses: MonthBonuses) => ({
  tiers: (bonuses?.tiers ?? []).map(({ orders, value, bonus }, key) => ({
    key,
    orders: orders === undefined ? '' : String(orders),
    value: value?.amount ?? '',
    bonus: bonus.amount,
  })),
  budget: bonuses?.budget.amount ?? '',
});

/** Replaces the bonuses of a campaign. Without tiers they are removed. */
export function BonusTiersForm({ offer, currency, bonuses, reread, onDone }: BonusTiersFormProps) {
  const t = useStoreRateTexts().bonuses;
  const digits = digitsOf(currency);
  const money = (amount: string) => ({ amount: Number(amount).toFixed(digits), currency });
  const wordsOf = useTierWords();
  const tierOf = ({ orders, value, bonus }: ReturnType<typeof valuesOf>['tiers'][number]) => ({
    ...(orders !== '' && { orders: Number(orders) }),
    ...(value !== '' && { value: money(value) }),
    bonus: money(bonus),
  });
  const form = useForm(valuesOf(bonuses), {
    name: `bonus-tiers:${offer}`,
    send: ({ tiers, budget }) =>
      client.PUT('/v2/offers/{offer}/bonus-tiers', {
        params: { path: { offer } },
        body: {
          tiers: tiers.map(tierOf),
          ...(budget !== '' && tiers.length > 0 && { budget: money(budget) }),
        },
        headers: ifMatch(`/v2/offers/${offer}/bonus-tiers`),
      }),
    record: {
      reread: async () => valuesOf(await reread()),
      labels: { tiers: t.title, budget: t.most(currency) },
      show: (value) => (typeof value === 'string' ? value : value.map(tierOf).map(wordsOf).join('; ')),
    },
    done: t.saved,
    onDone,
  });
  const { tiers } = form.draft;
  return (
    <Form of={form} label={t.edit} action={t.save} isEdit onCancel={onDone}>
      <ListFields
        entries={tiers}
        most={MAX_BONUS_TIERS}
        empty={{ orders: '', value: '', bonus: '' }}
        words={{ entry: t.tier, remove: t.remove, add: t.add }}
        onChange={(edited) => form.set('tiers', edited)}
      >
        {({ orders, value, bonus }, index, change) => (
          <>
            <DecimalInput
              label={t.orders}
              digits={0}
              value={orders}
              {...form.entry(`tiers.${index}.orders`)}
              onChange={(typed) => change({ orders: typed })}
            />
            <DecimalInput
              label={t.value(currency)}
              digits={digits}
              value={value}
              {...form.entry(`tiers.${index}.value`)}
              onChange={(typed) => change({ value: typed })}
            />
            <DecimalInput
              label={t.bonus(currency)}
              required
              digits={digits}
              value={bonus}
              {...form.entry(`tiers.${index}.bonus`)}
              onChange={(typed) => change({ bonus: typed })}
            />
          </>
        )}
      </ListFields>
      {tiers.length > 0 && (
        <DecimalInput label={t.most(currency)} required maw={260} digits={digits} {...form.value('budget')} />
      )}
    </Form>
  );
}
