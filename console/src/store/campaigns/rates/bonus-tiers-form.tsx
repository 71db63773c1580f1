import { ActionIcon, Button, Fieldset, Group, Stack } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client } from '../../../api.ts';
import { DecimalInput } from '../../../components/decimal-input.tsx';
import { FailureAlert } from '../../../components/failure.tsx';
import { useApiMutation } from '../../../components/use-api-mutation.ts';
import { digitsOf } from '../../../language/formats.ts';
import type { MonthBonuses } from './month-bonuses.ts';
import { useStoreRateTexts } from './texts.ts';

const MAX_TIERS = 10;

interface BonusTiersFormProps {
  offer: number;
  currency: string;
  /** The current tiers, which the form replaces. */
  bonuses: MonthBonuses;
  onDone: () => void;
}

/** Replaces the bonuses of a campaign. Without tiers they are removed. */
export function BonusTiersForm({ offer, currency, bonuses, onDone }: BonusTiersFormProps) {
  const t = useStoreRateTexts();
  const digits = digitsOf(currency);
  const [tiers, setTiers] = useState(() =>
    (bonuses?.tiers ?? []).map(({ orders, value, bonus }, key) => ({
      ...{ key, orders: orders === undefined ? '' : String(orders), value: value?.amount ?? '', bonus: bonus.amount },
    })),
  );
  const [nextKey, setNextKey] = useState(tiers.length);
  const [budget, setBudget] = useState(bonuses?.budget.amount ?? '');
  const money = (amount: string) => ({ amount: Number(amount).toFixed(digits), currency });
  const save = useApiMutation(
    async () =>
      await client.PUT('/v2/offers/{offer}/bonus-tiers', {
        params: { path: { offer } },
        body: {
          tiers: tiers.map(({ orders, value, bonus }) => ({
            ...(orders !== '' && { orders: Number(orders) }),
            ...(value !== '' && { value: money(value) }),
            bonus: money(bonus),
          })),
          ...(budget !== '' && tiers.length > 0 && { budget: money(budget) }),
        },
      }),
    { done: t.bonuses.saved, onDone },
  );
  const faults = save.error instanceof ApiError ? save.error.fields : {};
  const faultOf = (path: string) =>
    Object.entries(faults)
      .find(([field]) => field === path || field === `${path}.amount`)?.[1]
      .join(' ');
  const type = (index: number, change: Partial<(typeof tiers)[number]>) =>
    setTiers((now) => now.with(index, { ...now[index]!, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} aria-label={t.bonuses.edit}>
      <Stack gap="sm">
        {tiers.map(({ key, orders, value, bonus }, index) => (
          <Fieldset key={key} legend={t.bonuses.tier(index + 1)}>
            <Group align="flex-start" gap="sm">
              <DecimalInput
                label={t.bonuses.orders}
                digits={0}
                value={orders}
                error={faultOf(`tiers.${index}`) ?? faultOf(`tiers.${index}.orders`)}
                onChange={(typed) => type(index, { orders: typed })}
              />
              <DecimalInput
                label={t.bonuses.value(currency)}
                digits={digits}
                value={value}
                error={faultOf(`tiers.${index}.value`)}
                onChange={(typed) => type(index, { value: typed })}
              />
              <DecimalInput
                label={t.bonuses.bonus(currency)}
                required
                digits={digits}
                value={bonus}
                error={faultOf(`tiers.${index}.bonus`)}
                onChange={(typed) => type(index, { bonus: typed })}
              />
              <ActionIcon
                variant="subtle"
                size="lg"
                mt={25}
                aria-label={t.bonuses.remove(index + 1)}
                onClick={() => setTiers((now) => now.toSpliced(index, 1))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          </Fieldset>
        ))}
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          disabled={tiers.length >= MAX_TIERS}
          onClick={() => {
            setTiers((now) => [...now, { key: nextKey, orders: '', value: '', bonus: '' }]);
            setNextKey(nextKey + 1);
          }}
        >
          {t.bonuses.add}
        </Button>
        {tiers.length > 0 && (
          <DecimalInput
            label={t.bonuses.most(currency)}
            required
            maw={260}
            digits={digits}
            value={budget}
            error={faultOf('budget')}
            onChange={setBudget}
          />
        )}
        <FailureAlert message={Object.keys(faults).length === 0 ? save.failure : null} />
        <Group gap="sm">
          <Button type="submit" size="xs" loading={save.isPending}>
            {t.bonuses.save}
          </Button>
          <Button size="xs" variant="default" onClick={onDone}>
            {t.rules.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
