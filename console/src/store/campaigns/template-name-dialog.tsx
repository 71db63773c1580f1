import { Text, TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { useForm } from '../../components/use-form.ts';
import { useCampaignTexts } from './texts.ts';

interface TemplateNameDialogProps {
  title: string;
  words: string;
  /** The initial name. */
  first: string;
  opened: boolean;
  /** The menu button that opened the dialog; gets the focus back. */
  openedBy: RefObject<HTMLElement | null>;
  send: (name: string) => Promise<unknown>;
  /** The text of the toast on success. */
  done: string;
  onClose: () => void;
}

/** Asks for the name of a campaign template. */
export function TemplateNameDialog({ title, opened, openedBy, onClose, ...form }: TemplateNameDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} openedBy={openedBy}>
      <NameForm {...form} onClose={onClose} />
    </Dialog>
  );
}

function NameForm({
  words,
  first,
  send,
  done,
  onClose,
}: Omit<TemplateNameDialogProps, 'title' | 'opened' | 'openedBy'>) {
  const t = useCampaignTexts().templates;
  const form = useForm({ name: first }, { send: ({ name }) => send(name.trim()), done, onDone: onClose });
  return (
    <Form of={form} action={t.keep} onCancel={onClose}>
      <Text size="sm">{words}</Text>
      <TextInput label={t.name} required maxLength={120} data-autofocus {...form.text('name')} />
    </Form>
  );
}
