import { SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useCampaignTexts } from '../texts.ts';
import { type FormPart, Part } from './form-part.tsx';

/** When the campaign holds. */
export function TimePart({ draft, set, fault }: FormPart) {
  const t = useCampaignTexts().form.time;
  return (
    <Part title={t.title} hint={t.hint}>
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
    </Part>
  );
}
