import { Button, Textarea } from '@mantine/core';
import type { FormEvent } from 'react';
import { FailureAlert } from '../failure.tsx';
import { RestoredNote } from '../restored-note.tsx';
import { useDraft } from '../use-draft.ts';
import { MAX_COMMENT_LENGTH } from './comment.tsx';

interface MessageFormProps {
  /** The form and what it is about, such as `comment:7`, to keep the text until it is sent. */
  name: string;
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
export function MessageForm({ name, label, action, sending }: MessageFormProps) {
  const form = useDraft({ text: '' }, name);
  const { text } = form.draft;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') sending.mutate(text.trim(), { onSuccess: form.discard });
  };
  return (
    <form onSubmit={send}>
      <RestoredNote form={form} />
      <Textarea
        label={label}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_COMMENT_LENGTH}
        value={text}
        onChange={({ currentTarget: { value } }) => form.type({ text: value })}
      />
      <FailureAlert message={sending.failure} mt="xs" />
      <Button type="submit" size="sm" mt="xs" loading={sending.isPending} disabled={text.trim() === ''}>
        {action}
      </Button>
    </form>
  );
}
