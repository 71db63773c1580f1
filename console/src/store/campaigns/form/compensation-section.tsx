import { NativeSelect, SimpleGrid, Switch, Text } from '@mantine/core';
import { DecimalInput } from '../../../components/decimal-input.tsx';
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
  const money = { rightSection: unit(currency), rightSectionWidth: 52 } as const;
  const percent = { rightSection: unit('%') } as const;
  return (
    <FormSection title={t.title} hint={t.hint} terms={['perClick', 'commission', 'bonus']}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DecimalInput
          {...money}
          label={t.click}
          description={t.clickHint}
          value={draft.cpc}
          error={fault('traffic_sources_costs.0.cpc')}
          onChange={(cpc) => set({ cpc })}
        />
        <DecimalInput
          {...percent}
          label={t.order}
          description={t.orderHint}
          value={draft.cpa}
          error={fault('traffic_sources_costs.0.cpa')}
          onChange={(cpa) => set({ cpa })}
        />
        <DecimalInput
          {...money}
          label={t.fixed}
          description={t.fixedHint}
          value={draft.cpo}
          error={fault('traffic_sources_costs.0.cpo')}
          onChange={(cpo) => set({ cpo })}
        />
        <DecimalInput
          {...money}
          label={t.minimum}
          description={t.minimumHint}
          value={draft.minimumOrder}
          error={fault('traffic_sources_costs.0.minimum_order')}
          onChange={(minimumOrder) => set({ minimumOrder })}
        />
      </SimpleGrid>
      {(draft.cpo !== '' || draft.socialCpo !== '') && (
        <NativeSelect
          label={t.mode}
          maw={420}
          value={draft.cpoMode}
          data={Object.entries(t.modes).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => set({ cpoMode: currentTarget.value as typeof draft.cpoMode })}
        />
      )}
      <Switch
        label={t.social}
        description={t.socialHint}
        checked={draft.hasSocial}
        onChange={({ currentTarget }) => set({ hasSocial: currentTarget.checked })}
      />
      {draft.hasSocial && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DecimalInput
            {...money}
            label={t.socialClick}
            value={draft.socialCpc}
            error={fault('traffic_sources_costs.1.cpc')}
            onChange={(socialCpc) => set({ socialCpc })}
          />
          <DecimalInput
            {...percent}
            label={t.socialOrder}
            value={draft.socialCpa}
            error={fault('traffic_sources_costs.1.cpa')}
            onChange={(socialCpa) => set({ socialCpa })}
          />
          <DecimalInput
            {...money}
            label={t.socialFixed}
            value={draft.socialCpo}
            error={fault('traffic_sources_costs.1.cpo')}
            onChange={(socialCpo) => set({ socialCpo })}
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
        <DecimalInput
          {...money}
          label={t.sum}
          maw={260}
          value={draft.sum}
          error={fault('one_time_payment')}
          onChange={(sum) => set({ sum })}
        />
      )}
      {isAdmin && (
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <DecimalInput
            {...percent}
            label={t.share}
            description={t.shareHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={draft.share}
            error={fault('traffic_sources_costs.0.user_revenue')}
            onChange={(share) => set({ share })}
          />
          <DecimalInput
            {...money}
            label={t.bill}
            description={t.billHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={draft.bill}
            error={fault('traffic_sources_costs.0.invoice_cpc')}
            onChange={(bill) => set({ bill })}
          />
          <DecimalInput
            {...percent}
            label={t.billOrder}
            value={draft.billOrder}
            error={fault('traffic_sources_costs.0.invoice_cpa')}
            onChange={(billOrder) => set({ billOrder })}
          />
          <DecimalInput
            {...money}
            label={t.billFixed}
            value={draft.billFixed}
            error={fault('traffic_sources_costs.0.invoice_cpo')}
            onChange={(billFixed) => set({ billFixed })}
          />
        </SimpleGrid>
      )}
    </FormSection>
  );
}
