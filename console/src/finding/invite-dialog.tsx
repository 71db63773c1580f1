import { NativeSelect, Skeleton, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { api, client } from '../api.ts';
import { Dialog } from '../components/dialog.tsx';
import { Failure } from '../components/failure.tsx';
import { Form } from '../components/form.tsx';
import { Note } from '../components/note.tsx';
import { useForm } from '../components/use-form.ts';
import { useFormats } from '../language/formats.ts';
import { useFindingTexts } from './texts.ts';

interface InviteDialogProps {
  store: number;
  /** The selected creators. */
  users: readonly number[];
  /** All creators of this list are invited. */
  list: number | undefined;
  onDone: () => void;
  onClose: () => void;
}

/** Invites creators, and people who are not here yet, to a campaign. */
export function InviteDialog(props: InviteDialogProps) {
  const t = useFindingTexts();
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/campaigns', {
    params: { path: { store: props.store }, query: { 'statuses[]': ['active', 'scheduled'], size: 100 } },
  });
  const campaigns = data?.data.filter(({ type }) => type !== 'standard');
  return (
    <Dialog opened title={t.invite} onClose={props.onClose}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && campaigns === undefined && <Skeleton h={160} />}
      {campaigns?.length === 0 && <Note>{t.noCampaign}</Note>}
      {campaigns !== undefined && campaigns.length > 0 && <InviteForm {...props} campaigns={campaigns} />}
    </Dialog>
  );
}

function InviteForm({
  store,
  users,
  list,
  campaigns,
  onDone,
  onClose,
}: InviteDialogProps & { campaigns: readonly { id: number; campaign_title: string }[] }) {
  const t = useFindingTexts();
  const { number } = useFormats();
  const form = useForm(
    { offer_id: String(campaigns[0]!.id), emails: '' },
    {
      send: async ({ offer_id: offer, emails }) => {
        const addresses = emails.split(/[\s,;]+/).filter((address) => address !== '');
        const { data } = await client.POST('/v2/stores/{store}/creator-invitations', {
          params: { path: { store } },
          body: {
            offer_id: Number(offer),
            user_ids: [...users],
            emails: addresses,
            ...(list !== undefined && { list_id: list }),
          },
        });
        const { invited_user_ids: invited, skipped_user_ids: skipped } = data!;
        notifications.show({
          message: [
            t.invited(number(invited.length + addresses.length)),
            ...(skipped.length === 0 ? [] : [t.skipped(number(skipped.length))]),
          ].join('. '),
          color: 'river',
        });
      },
      onDone,
    },
  );
  return (
    <Form of={form} action={t.send} onCancel={onClose}>
      <Text size="sm">{t.inviteHint}</Text>
      {users.length > 0 && <Note>{t.chosen(number(users.length))}</Note>}
      {list !== undefined && <Note>{t.wholeList}</Note>}
      <NativeSelect
        label={t.campaign}
        data-autofocus
        data={campaigns.map(({ id, campaign_title: title }) => ({ value: String(id), label: title }))}
        {...form.text('offer_id')}
      />
      <Textarea
        label={t.emails}
        description={t.emailsHint}
        autosize
        minRows={2}
        required={users.length === 0 && list === undefined}
        {...form.text('emails')}
      />
    </Form>
  );
}
