import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { api, client as sender } from '../api.ts';
import { Dialog } from '../components/dialog.tsx';
import { Failure, FailureText } from '../components/failure.tsx';
import { Note, Strong } from '../components/note.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFormats } from '../language/formats.ts';
import { useFindingTexts } from './texts.ts';

const SHOWN = 100;

/** The newest invitations of an agency to creators, which it can revoke until they are answered. */
export function SentInvitations({
  client,
  mayRevoke,
  onClose,
}: {
  client: number;
  mayRevoke: boolean;
  onClose: () => void;
}) {
  const t = useFindingTexts().agency;
  const { day } = useFormats();
  const { data, error, refetch } = api.useQuery('get', '/v2/clients/{client}/creator-invitations', {
    params: { path: { client }, query: { size: SHOWN } },
  });
  const revoking = useApiMutation(
    (invitation: number) =>
      sender.DELETE('/v2/clients/{client}/creator-invitations/{creator_invitation}', {
        params: { path: { client, creator_invitation: invitation } },
      }),
    { done: t.revoked },
  );
  return (
    <Dialog isDrawer opened title={t.invitations} onClose={onClose}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={160} />}
      {data?.data.length === 0 && <Note>{t.noInvitations}</Note>}
      <FailureText message={revoking.failure} />
      <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {data?.data.map(({ id, creator, email, status, created_at: createdAt }) => (
          <Group key={id} component="li" justify="space-between" gap="sm">
            <div style={{ overflowWrap: 'anywhere' }}>
              <Strong>{creator?.name ?? email}</Strong>
              <Note size="xs">{`${t.status[status]} · ${day(createdAt)}`}</Note>
            </div>
            {mayRevoke && status === 'pending' && (
              <Button
                size="xs"
                variant="default"
                aria-label={t.revokeOf(creator?.name ?? email ?? '')}
                loading={revoking.isPending}
                onClick={() => revoking.mutate(id)}
              >
                {t.revoke}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Dialog>
  );
}
