import { SimpleGrid, Switch, Text, TextInput } from '@mantine/core';
import { useCampaignTexts } from '../texts.ts';
import { FormSection, type FormSectionProps } from './form-section.tsx';

const unit = (text: string) => (
  <Text size="xs" c="dimmed" pr="xs">
    {text}
  </Text>
);

/** Rates per click and order, and the one-time fee. */
export function CompensationSection(part: FormSectionProps) {
  const { draft, set, fault, currency, isAdmin } = part;
  const t = useCampaignTexts().form.pay;
  const money = { inputMode: 'decimal', rightSection: unit(currency), rightSectionWidth: 52 } as const;
  const percent = { inputMode: 'decimal', rightSection: unit('%') } as const;
  return (
    <FormSection title={t.title} hint={t.hint}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          {...money}
          label={t.click}
          description={t.clickHint}
          value={draft.cpc}
          error={fault('traffic_sources_costs.0.cpc')}
          onChange={({ currentTarget }) => set({ cpc: currentTarget.value })}
        />
        <TextInput
          {...percent}
          label={t.order}
          description={t.orderHint}
          value={draft.cpa}
          error={fault('traffic_sources_costs.0.cpa')}
          onChange={({ currentTarget }) => set({ cpa: currentTarget.value })}
        />
      </SimpleGrid>
      <Switch
        label={t.social}
        description={t.socialHint}
        checked={draft.hasSocial}
        onChange={({ currentTarget }) => set({ hasSocial: currentTarget.checked })}
      />
      {draft.hasSocial && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            {...money}
            label={t.socialClick}
            value={draft.socialCpc}
            error={fault('traffic_sources_costs.1.cpc')}
            onChange={({ currentTarget }) => set({ socialCpc: currentTarget.value })}
          />
          <TextInput
            {...percent}
            label={t.socialOrder}
            value={draft.socialCpa}
            error={fault('traffic_sources_costs.1.cpa')}
            onChange={({ currentTarget }) => set({ socialCpa: currentTarget.value })}
          />
        </SimpleGrid>
      )}
      <Switch
        label={t.once}
        description={t.onceHint}
        checked={draft.hasOnce}
        onChange={({ currentTarget }) => set({ hasOnce: currentTarget.checked })}
      />
      {draft.hasOnce && (
        <TextInput
          {...money}
          label={t.sum}
          maw={260}
          value={draft.sum}
          error={fault('one_time_payment')}
          onChange={({ currentTarget }) => set({ sum: currentTarget.value })}
        />
      )}
      {isAdmin && (
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput
            {...percent}
            label={t.share}
            description={t.shareHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={draft.share}
            error={fault('traffic_sources_costs.0.user_revenue')}
            onChange={({ currentTarget }) => set({ share: currentTarget.value })}
          />
          <TextInput
            {...money}
            label={t.bill}
            description={t.billHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={draft.bill}
            error={fault('traffic_sources_costs.0.invoice_cpc')}
            onChange={({ currentTarget }) => set({ bill: currentTarget.value })}
          />
          <TextInput
            {...percent}
            label={t.billOrder}
            value={draft.billOrder}
            error={fault('traffic_sources_costs.0.invoice_cpa')}
            onChange={({ currentTarget }) => set({ billOrder: currentTarget.value })}
          />
        </SimpleGrid>
      )}
    </FormSection>
  );
}
