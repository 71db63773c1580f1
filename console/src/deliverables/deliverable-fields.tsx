import { Textarea, TextInput } from '@mantine/core';
import { useDeliverableTexts } from './texts.ts';

interface Values {
  title: string;
  instructions: string;
  due_on: string;
}

interface DeliverableFieldsProps {
  values: Values;
  onChange: (change: Partial<Values>) => void;
  /** Error of a field. */
  fault?: (field: keyof Values) => string | undefined;
}

/** The fields of a deliverable, to plan it and to edit it. */
export function DeliverableFields({ values, onChange, fault = () => undefined }: DeliverableFieldsProps) {
  const t = useDeliverableTexts().form;
  return (
    <>
      <TextInput
        label={t.deliverable}
        required
        maxLength={120}
        value={values.title}
        error={fault('title')}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <Textarea
        label={t.instructions}
        autosize
        minRows={2}
        maxLength={2000}
        value={values.instructions}
        error={fault('instructions')}
        onChange={({ currentTarget }) => onChange({ instructions: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t.day}
        required
        value={values.due_on}
        error={fault('due_on')}
        onChange={({ currentTarget }) => onChange({ due_on: currentTarget.value })}
      />
    </>
  );
}
