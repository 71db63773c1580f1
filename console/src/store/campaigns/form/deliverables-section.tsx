import { Switch, Textarea } from '@mantine/core';
import { useCampaignTexts } from '../texts.ts';
import { FormSection, type FormSectionProps } from './form-section.tsx';

/** Tasks of creators, and product seeding. */
export function DeliverablesSection({ draft, set, fault, isFixed }: FormSectionProps & { isFixed: boolean }) {
  const t = useCampaignTexts().form.deed;
  if (draft.type === 'standard') return null;
  return (
    <FormSection title={t.title} hint={isFixed ? t.fixed : t.hint}>
      <Switch
        label={t.seeding}
        description={t.seedingHint}
        checked={draft.hasSeeding}
        onChange={({ currentTarget }) => set({ hasSeeding: currentTarget.checked })}
      />
      <Textarea
        label={t.todo}
        description={t.todoHint}
        autosize
        minRows={3}
        maxRows={12}
        value={draft.todo}
        error={fault('todo')}
        onChange={({ currentTarget }) => set({ todo: currentTarget.value })}
      />
    </FormSection>
  );
}
