import { Button } from '@mantine/core';
import { MAX_COMMENT } from '../../../../src/platform/limits.ts';
import { Form } from '../form.tsx';
import { LimitedArea } from '../limited-area.tsx';
import { useForm } from '../use-form.ts';

interface MessageFormProps {
  /** The form and its subject, such as `comment:7`, under which the text is kept until it is sent. */
  name: string;
  label: string;
  /** Label of the button. */
  action: string;
  send: (text: string) => Promise<unknown>;
  /** The text of the toast on success. */
  done?: string;
}

/** Form for a message, which is sent without surrounding white space. The form is emptied after sending. */
export function MessageForm({ name, label, action, send, done }: MessageFormProps) {
  const form = useForm(
    { text: '' },
    {
      // No confirmation before leaving: the text is kept, and the page contains many links to other parts of itself.
      name,
      isGuarded: false,
      send: ({ text }) => send(text.trim()),
      ...(done === undefined ? {} : { done }),
    },
  );
  const { text } = form.draft;
  return (
    <Form of={form}>
      <LimitedArea label={label} autosize minRows={2} maxRows={8} max={MAX_COMMENT} {...form.text('text', 'comment')} />
      <Button
        type="submit"
        size="sm"
        style={{ alignSelf: 'flex-start' }}
        loading={form.isPending}
        disabled={text.trim() === ''}
      >
        {action}
      </Button>
    </Form>
  );
}
