import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FailureAlert } from '../failure.tsx';
import { MAX_COMMENT_LENGTH } from './comment.tsx';

interface MessageFormProps {
  label: string;
  /** Label of the button. */
  action: string;
  sending: {
    mutate: (text: string, then: { onSuccess: () => unknown }) => void;
    isPending: boolean;
    failure: string | null;
  };
}

/** Writes a message, which is sent without surrounding white space; empty again once it is sent. */
export function MessageForm({ label, action, sending }: MessageFormProps) {
  const [text, setText] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') sending.mutate(text.trim(), { onSuccess: () => setText('') });
  };
  return (
    <form onSubmit={send}>
      <Textarea
        label={label}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_COMMENT_LENGTH}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <FailureAlert message={sending.failure} mt="xs" />
      <Button type="submit" size="sm" mt="xs" loading={sending.isPending} disabled={text.trim() === ''}>
        {action}
      </Button>
    </form>
  );
}
