import { DayField } from '../components/day-field.tsx';
import { LimitedArea } from '../components/limited-area.tsx';
import { LimitedInput } from '../components/limited-input.tsx';
import { useDeliverableTexts } from './texts.ts';

interface DeliverableFieldsProps {
  /** The form: the properties of its inputs. */
  of: {
    text: (field: 'title' | 'instructions') => { value: string };
    value: (field: 'due_on') => { value: string; onChange: (value: string) => void };
  };
}

/** The fields of a deliverable, to plan it and to edit it. */
export function DeliverableFields({ of: { text, value } }: DeliverableFieldsProps) {
  const t = useDeliverableTexts().form;
  return (
    <>
      <LimitedInput label={t.deliverable} required max={120} {...text('title')} />
      <LimitedArea label={t.instructions} autosize minRows={2} max={2000} {...text('instructions')} />
      <DayField label={t.day} required {...value('due_on')} />
    </>
  );
}
