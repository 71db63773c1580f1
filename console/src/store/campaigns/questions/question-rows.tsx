import { Button, Checkbox, Group } from '@mantine/core';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { listField } from '../../../components/list-field.ts';
import { useCampaignTexts } from '../texts.ts';

const MAX_QUESTIONS = 10;
const MAX_TEXT = 300;

/** A question in a form; its key identifies it while the list changes. */
export interface QuestionDraft {
  key: number;
  text: string;
  is_required: boolean;
}

interface QuestionRowsProps {
  questions: readonly QuestionDraft[];
  onChange: (questions: QuestionDraft[]) => void;
  /** The properties of the input of a question, with its fault. */
  entry: (path: string) => { error?: string | undefined };
}

/** The inputs of a campaign's questions. */
export function QuestionRows({ questions, onChange, entry }: QuestionRowsProps) {
  const { questions: t } = useCampaignTexts().board;
  const list = listField(questions, onChange);
  return (
    <>
      {questions.map(({ key, text, is_required: isRequired }, index) => (
        <Group key={key} gap="sm" align="flex-end">
          <LimitedInput
            label={t.question(index + 1)}
            required
            max={MAX_TEXT}
            flex="1 1 220px"
            value={text}
            {...entry(`questions.${index}.text`)}
            onChange={({ currentTarget }) => list.change(index, { text: currentTarget.value })}
          />
          <Checkbox
            label={t.required}
            mb={8}
            checked={isRequired}
            onChange={({ currentTarget }) => list.change(index, { is_required: currentTarget.checked })}
          />
          <Button variant="subtle" color="red" aria-label={t.remove(index + 1)} onClick={() => list.remove(index)}>
            ×
          </Button>
        </Group>
      ))}
      <Button
        size="xs"
        variant="default"
        w="fit-content"
        disabled={questions.length >= MAX_QUESTIONS}
        onClick={() => list.add((key) => ({ key, text: '', is_required: false }))}
      >
        {t.add}
      </Button>
    </>
  );
}
