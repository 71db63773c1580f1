import type { ReactNode } from 'react';
import { Form } from '../form.tsx';
import { LimitedInput } from '../limited-input.tsx';
import { SectionCard } from '../section-card.tsx';
import type { useForm } from '../use-form.ts';

interface ReceiverFormProps {
  id: string;
  title: string;
  label: string;
  hint: string;
  /** An example of a URL. */
  example?: string;
  form: Pick<ReturnType<typeof useForm<{ url: string }>>, 'text'> & Parameters<typeof Form>[0]['of'];
  action: string;
  /** Other fields. */
  children?: ReactNode;
  /** Content below the button. */
  result?: ReactNode;
}

/** Form for a new webhook or postback. */
export function ReceiverForm({ id, title, label, hint, example, form, action, children, result }: ReceiverFormProps) {
  return (
    <SectionCard id={id} title={title}>
      <Form of={form} action={action}>
        <LimitedInput
          type="url"
          label={label}
          description={hint}
          placeholder={example}
          required
          max={2048}
          maw={560}
          {...form.text('url')}
        />
        {children}
      </Form>
      {result}
    </SectionCard>
  );
}
