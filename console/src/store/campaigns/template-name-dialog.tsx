import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type RefObject, useState } from 'react';
import { FailureAlert } from '../../components/failure.tsx';
import { returnFocusTo } from '../../components/return-focus.ts';
import { useCommonTexts } from '../../components/texts.ts';
import { useFieldFaults } from '../../components/use-field-faults.ts';
import { useCampaignTexts } from './texts.ts';

interface TemplateNameDialogProps {
  title: string;
  words: string;
  /** The name to begin with. */
  first: string;
  opened: boolean;
  /** The menu button that opened the dialog; gets the focus back. */
  openedBy: RefObject<HTMLElement | null>;
  doing: { mutate: (name: string) => void; isPending: boolean; failure: string | null; error: unknown };
  onClose: () => void;
}

/** Asks for the name of a campaign template. */
export function TemplateNameDialog({ title, opened, openedBy, onClose, ...form }: TemplateNameDialogProps) {
  const { cancel } = useCommonTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': cancel }}
      {...returnFocusTo(openedBy)}
    >
      <NameForm {...form} onClose={onClose} />
    </Modal>
  );
}

function NameForm({ words, first, doing, onClose }: Omit<TemplateNameDialogProps, 'title' | 'opened' | 'openedBy'>) {
  const t = useCampaignTexts().templates;
  const { cancel } = useCommonTexts();
  const [name, setName] = useState(first);
  const { frame, at, isElsewhere } = useFieldFaults(doing.error, ['name']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    doing.mutate(name.trim());
  };
  return (
    <form ref={frame} onSubmit={submit}>
      <Stack>
        <Text size="sm">{words}</Text>
        <TextInput
          label={t.name}
          required
          maxLength={120}
          data-autofocus
          value={name}
          error={at('name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {isElsewhere && <FailureAlert message={doing.failure} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" loading={doing.isPending} disabled={name.trim() === ''}>
            {t.keep}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
