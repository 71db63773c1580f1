import { Button, Group, Stack, Text } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { ConfirmDialog } from '../dialog.tsx';
import { FailureText } from '../failure.tsx';
import { Note, Strong } from '../note.tsx';
import { SectionCard } from '../section-card.tsx';
import { useApiMutation } from '../use-api-mutation.ts';
import { useProfileTexts } from './texts.ts';

type Invitation =
  paths['/v2/users/{user}/agency-invitations']['get']['responses']['200']['content']['application/json']['data'][number];

/** Open invitations of agencies to the signed-in creator, with what accepting one changes. Nothing while there are none. */
export function AgencyInvitations({ user }: { user: number }) {
  const t = useProfileTexts().agencies;
  const { data } = api.useQuery('get', '/v2/users/{user}/agency-invitations', { params: { path: { user } } });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <SectionCard id="agency-invitations" title={t.title} hint={t.hint}>
      <Stack gap="lg" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {data.data.map((invitation) => (
          <li key={invitation.id}>
            <OneInvitation user={user} invitation={invitation} />
          </li>
        ))}
      </Stack>
    </SectionCard>
  );
}

function OneInvitation({ user, invitation }: { user: number; invitation: Invitation }) {
  const t = useProfileTexts().agencies;
  const { day, percent } = useFormats();
  const [isAccepting, setAccepting] = useState(false);
  const params = { path: { user, creator_invitation: invitation.id } };
  const { name } = invitation.client;
  const accepting = useApiMutation(
    () => client.POST('/v2/users/{user}/agency-invitations/{creator_invitation}/accept', { params }),
    { done: t.accepted(name), onDone: () => setAccepting(false) },
  );
  const declining = useApiMutation(
    () => client.POST('/v2/users/{user}/agency-invitations/{creator_invitation}/decline', { params }),
    { done: t.declined(name) },
  );
  const { user_share_now: now, user_share: then } = invitation;
  return (
    <Stack gap="xs">
      <div>
        <Strong>{name}</Strong>
        <Note size="xs">{t.until(day(invitation.expires_at))}</Note>
      </div>
      <Text size="sm">{now === then ? t.sameShare(percent(now)) : t.otherShare(percent(now), percent(then))}</Text>
      <Text size="sm">{invitation.is_paid_by_client ? t.paidByAgency : t.paidByMarket}</Text>
      <FailureText message={declining.failure} />
      <Group gap="sm">
        <Button aria-label={t.acceptOf(name)} onClick={() => setAccepting(true)}>
          {t.accept}
        </Button>
        <Button
          variant="default"
          aria-label={t.declineOf(name)}
          loading={declining.isPending}
          onClick={() => declining.mutate()}
        >
          {t.decline}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAccepting}
        title={t.acceptOf(name)}
        text={t.acceptHint}
        action={t.accept}
        isHarmful={false}
        mutation={{ ...accepting, mutate: () => accepting.mutate() }}
        onClose={() => setAccepting(false)}
      />
    </Stack>
  );
}
