import { Textarea, TextInput } from '@mantine/core';
import { useDeliverableTexts } from './texts.ts';

interface DeliverableFieldsProps {
  /** The properties of an input of the form. */
  text: (field: 'title' | 'instructions' | 'due_on') => object;
}

/** The fields of a deliverable, to plan it and to edit it. */
export function DeliverableFields({ text }: DeliverableFieldsProps) {
  const t = useDeliverableTexts().form;
  return (
    <>
      <TextInput label={t.deliverable} required maxLength={120} {...text('title')} />
      <Textarea label={t.instructions} autosize minRows={2} maxLength={2000} {...text('instructions')} />
      <TextInput type="date" label={t.day} required {...text('due_on')} />
    </>
  );
}
