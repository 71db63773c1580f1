import { Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { client as api } from '../api.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { Note } from '../components/note.tsx';
import { useForm } from '../components/use-form.ts';
import { useFormats } from '../language/formats.ts';
import { useFindingTexts } from './texts.ts';

interface JoinDialogProps {
  /** The agency. */
  client: number;
  /** The selected creators. */
  users: readonly number[];
  /** All creators of this list are invited. */
  list: number | undefined;
  onDone: () => void;
  onClose: () => void;
}

/** Invites creators, and people who are not here yet, to be represented by an agency. */
export function JoinDialog({ client, users, list, onDone, onClose }: JoinDialogProps) {
  const t = useFindingTexts();
  const { number } = useFormats();
  const form = useForm(
    { emails: '' },
    {
      send: async ({ emails }) => {
        const addresses = emails.split(/[\s,;]+/).filter((address) => address !== '');
        const { data } = await api.POST('/v2/clients/{client}/creator-invitations', {
          params: { path: { client } },
          body: { user_ids: [...users], emails: addresses, ...(list !== undefined && { list_id: list }) },
        });
        const { invited_user_ids: invited, skipped_user_ids: skipped } = data!;
        notifications.show({
          message: [
            t.invited(number(invited.length + addresses.length)),
            ...(skipped.length === 0 ? [] : [t.agency.skipped(number(skipped.length))]),
          ].join('. '),
          color: 'river',
        });
      },
      onDone,
    },
  );
  return (
    <Dialog opened title={t.agency.invite} onClose={onClose}>
      <Form of={form} action={t.send} onCancel={onClose}>
        <Text size="sm">{t.agency.inviteHint}</Text>
        {users.length > 0 && <Note>{t.chosen(number(users.length))}</Note>}
        {list !== undefined && <Note>{t.wholeList}</Note>}
        <Textarea
          label={t.emails}
          description={t.emailsHint}
          data-autofocus
          autosize
          minRows={2}
          required={users.length === 0 && list === undefined}
          {...form.text('emails')}
        />
      </Form>
    </Dialog>
  );
}
