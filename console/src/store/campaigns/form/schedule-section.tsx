import { SimpleGrid, Switch } from '@mantine/core';
import { DayField } from '../../../components/day-field.tsx';
import { useCampaignTexts } from '../texts.ts';
import { FormSection, type FormSectionProps } from './form-section.tsx';

/** Schedule of the campaign. */
export function ScheduleSection({ draft, set, fault }: FormSectionProps) {
  const t = useCampaignTexts().form.time;
  return (
    <FormSection title={t.title} hint={t.hint}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DayField label={t.from} value={draft.from} error={fault('valid_from')} onChange={(from) => set({ from })} />
        <DayField label={t.to} value={draft.to} error={fault('valid_until')} onChange={(to) => set({ to })} />
      </SimpleGrid>
      <Switch
        label={t.paused}
        description={t.pausedHint}
        checked={draft.isPaused}
        onChange={({ currentTarget }) => set({ isPaused: currentTarget.checked })}
      />
    </FormSection>
  );
}
