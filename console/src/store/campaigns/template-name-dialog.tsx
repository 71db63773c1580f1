import { Skeleton, Text } from '@mantine/core';
import type { RefObject } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Failure } from '../../components/failure.tsx';
import { Form } from '../../components/form.tsx';
import { LimitedInput } from '../../components/limited-input.tsx';
import { useForm } from '../../components/use-form.ts';
import { useCampaignTexts } from './texts.ts';

interface TemplateNameDialogProps {
  title: string;
  words: string;
  /** The initial name; undefined while it is being read. */
  first: string | undefined;
  /** Reads the name of the template again, if the template exists; `send` then sends `ifMatch`. */
  reread?: () => Promise<string>;
  /** The template cannot be read. */
  error?: unknown;
  opened: boolean;
  /** The menu button that opened the dialog; gets the focus back. */
  openedBy: RefObject<HTMLElement | null>;
  send: (name: string) => Promise<unknown>;
  /** The text of the toast on success. */
  done: string;
  onClose: () => void;
}

/** Asks for the name of a campaign template. */
export function TemplateNameDialog({ title, opened, openedBy, first, error, ...form }: TemplateNameDialogProps) {
  return (
    <Dialog opened={opened} onClose={form.onClose} title={title} openedBy={openedBy}>
      {error ? <Failure error={error} /> : first === undefined && <Skeleton h={120} />}
      {first !== undefined && <NameForm {...form} first={first} />}
    </Dialog>
  );
}

function NameForm({
  words,
  first,
  reread,
  send,
  done,
  onClose,
}: Omit<TemplateNameDialogProps, 'title' | 'opened' | 'openedBy' | 'first'> & { first: string }) {
  const t = useCampaignTexts().templates;
  const form = useForm(
    { name: first },
    {
      send: ({ name }) => send(name.trim()),
      ...(reread && { record: { reread: async () => ({ name: await reread() }), labels: { name: t.name } } }),
      done,
      onDone: onClose,
    },
  );
  return (
    <Form of={form} action={t.keep} onCancel={onClose}>
      <Text size="sm">{words}</Text>
      <LimitedInput label={t.name} required max={120} data-autofocus {...form.text('name')} />
    </Form>
  );
}
