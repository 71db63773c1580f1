import { FormSection, type FormSectionProps } from '../form/form-section.tsx';
import { useCampaignTexts } from '../texts.ts';
import { QuestionRows } from './question-rows.tsx';

/** What a new campaign asks of applicants. */
export default function QuestionsSection({ draft, set, fault }: FormSectionProps) {
  const { questions: t } = useCampaignTexts().board;
  return (
    <FormSection title={t.title} hint={t.hint}>
      <QuestionRows
        questions={draft.questions}
        onChange={(questions) => set({ questions })}
        entry={(path) => ({ error: fault(path) })}
      />
    </FormSection>
  );
}
