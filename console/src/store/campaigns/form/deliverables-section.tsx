import { useCampaignTexts } from '../texts.ts';
import { FormSection, type FormSectionProps } from './form-section.tsx';
import { PlainInputs } from './plain-inputs.tsx';

/** Tasks of creators, and product seeding. */
export function DeliverablesSection({ draft, set, fault, isFixed }: FormSectionProps & { isFixed: boolean }) {
  const t = useCampaignTexts().form.deliverables;
  if (draft.type === 'standard') return null;
  return (
    <FormSection title={t.title} hint={isFixed ? t.fixed : t.hint}>
      <PlainInputs section="deliverables" draft={draft} set={set} fault={fault} />
    </FormSection>
  );
}
