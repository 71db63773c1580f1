import { TextInput } from '@mantine/core';
import { LimitedArea } from '../components/limited-area.tsx';
import { LimitedInput } from '../components/limited-input.tsx';
import { useDeliverableTexts } from './texts.ts';

interface DeliverableFieldsProps {
  /** The properties of an input of the form. */
  text: (field: 'title' | 'instructions' | 'due_on') => { value: string };
}

/** The fields of a deliverable, to plan it and to edit it. */
export function DeliverableFields({ text }: DeliverableFieldsProps) {
  const t = useDeliverableTexts().form;
  return (
    <>
      <LimitedInput label={t.deliverable} required max={120} {...text('title')} />
      <LimitedArea label={t.instructions} autosize minRows={2} max={2000} {...text('instructions')} />
      <TextInput type="date" label={t.day} required {...text('due_on')} />
    </>
  );
}
