import { SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useCampaignTexts } from '../texts.ts';
import { FormSection, type FormSectionProps } from './form-section.tsx';

/** Schedule of the campaign. */
export function ScheduleSection({ draft, set, fault }: FormSectionProps) {
  const t = useCampaignTexts().form.time;
  return (
    <FormSection title={t.title} hint={t.hint}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="date"
          label={t.from}
          value={draft.from}
          error={fault('valid_from')}
          onChange={({ currentTarget }) => set({ from: currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t.to}
          value={draft.to}
          error={fault('valid_until')}
          onChange={({ currentTarget }) => set({ to: currentTarget.value })}
        />
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
