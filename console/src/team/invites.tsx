import { Button, Group, Stack } from '@mantine/core';
import { FailureText } from '../components/failure.tsx';
import { Note, Strong } from '../components/note.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFormats } from '../language/formats.ts';
import { type Invite, revokeInvite, type Team, useInvites } from './team-api.ts';
import { useTeamTexts } from './texts.ts';

/** Pending and expired invitations of a team. */
export function Invites({ team }: { team: Team }) {
  const t = useTeamTexts();
  const { day } = useFormats();
  const invites = useInvites(team);
  const open = invites.data?.data.filter(({ status }) => status === 'pending' || status === 'expired') ?? [];
  if (open.length === 0) return null;
  return (
    <Stack gap="xs" mt="lg" component="ul" aria-label={t.invites} p={0} mb={0} style={{ listStyle: 'none' }}>
      {open.map((invite) => (
        <Group key={invite.id} component="li" justify="space-between">
          <div>
            <Strong>{invite.email}</Strong>
            <Note size="xs">
              {t.roles[invite.role]} · {t.status[invite.status]} · {day(invite.created_at)}
            </Note>
          </div>
          <TakeBack team={team} invite={invite} />
        </Group>
      ))}
    </Stack>
  );
}

function TakeBack({ team, invite }: { team: Team; invite: Invite }) {
  const t = useTeamTexts();
  const takeBack = useApiMutation(async () => await revokeInvite(team, invite.id), { done: t.takenBack });
  return (
    <Group gap="xs">
      <FailureText message={takeBack.failure} size="xs" />
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t.takeBackLabel(invite.email)}
        loading={takeBack.isPending}
        onClick={() => takeBack.mutate()}
      >
        {t.takeBack}
      </Button>
    </Group>
  );
}
