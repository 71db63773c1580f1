import { NativeSelect, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { MAX_PAGE_SIZE } from '../../../../../src/platform/page-size.ts';
import { api } from '../../../api.ts';
import { DecimalInput } from '../../../components/decimal-input.tsx';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { useFormats } from '../../../language/formats.ts';
import { useCampaignTexts } from '../texts.ts';
import { LONGEST } from './body.ts';
import { FormSection, type FormSectionProps } from './form-section.tsx';

/** Budget and limits of the campaign. */
export function BudgetSection({ draft, set, fault, currency, store }: FormSectionProps & { store: number }) {
  const t = useCampaignTexts().form.budget;
  const { moneyOf } = useFormats();
  const { data } = api.useQuery('get', '/v2/stores/{store}/shared-budgets', {
    params: { path: { store }, query: { size: MAX_PAGE_SIZE } },
  });
  const budgets = [
    { value: '', label: t.noShared },
    ...(data?.data ?? []).map(({ id, title, amount, spent }) => ({
      value: String(id),
      label: t.sharedOption(title, moneyOf(Math.max(amount - spent, 0), currency)),
    })),
    { value: 'new', label: t.newShared },
  ];
  const unit = (
    <Text size="xs" c="dimmed" pr="xs">
      {currency}
    </Text>
  );
  return (
    <FormSection title={t.title} hint={t.hint}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          inputMode="decimal"
          label={t.money}
          description={t.moneyHint}
          rightSection={unit}
          rightSectionWidth={52}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.maxMoney}
          error={fault('max_money')}
          onChange={({ currentTarget }) => set({ maxMoney: currentTarget.value })}
        />
        <TextInput
          inputMode="numeric"
          label={t.clicks}
          value={draft.maxClicks}
          error={fault('max_clicks')}
          onChange={({ currentTarget }) => set({ maxClicks: currentTarget.value })}
        />
      </SimpleGrid>
      <Radio.Group
        label={t.forWhom}
        value={draft.isEach ? 'each' : 'all'}
        onChange={(value) => set({ isEach: value === 'each' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t.inAll} description={t.inAllHint} />
          <Radio value="each" label={t.each} description={t.eachHint} />
        </Stack>
      </Radio.Group>
      <NativeSelect
        label={t.shared}
        description={t.sharedHint}
        data={budgets}
        value={draft.shared}
        error={fault('shared_budget_id')}
        onChange={({ currentTarget }) => set({ shared: currentTarget.value })}
      />
      {draft.shared === 'new' && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <LimitedInput
            label={t.sharedTitle}
            max={LONGEST['shared_budget.title']}
            value={draft.sharedTitle}
            error={fault('shared_budget.title')}
            onChange={({ currentTarget }) => set({ sharedTitle: currentTarget.value })}
          />
          <DecimalInput
            label={t.sharedAmount}
            rightSection={unit}
            rightSectionWidth={52}
            value={draft.sharedAmount}
            error={fault('shared_budget.amount')}
            onChange={(sharedAmount) => set({ sharedAmount })}
          />
        </SimpleGrid>
      )}
    </FormSection>
  );
}
