import { Card, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { PageHeader } from '../components/page-header.tsx';
import { useMe } from '../session/use-me.ts';
import { InviteForm } from './invite-form.tsx';
import { Invites } from './invites.tsx';
import { LeaveTeam } from './leave-team.tsx';
import { Members } from './members.tsx';
import type { Team } from './team-api.ts';
import { useTeamTexts } from './texts.ts';

/** Members of a store and their roles. */
export function StoreTeamPage() {
  const t = useTeamTexts();
  const id = Number(useParams({ from: '/console/shop/$store/team' }).store);
  return (
    <>
      <PageHeader title={t.title} hint={t.hint.store}>
        <LeaveOwn team={{ kind: 'store', id }} />
      </PageHeader>
      <People key={id} team={{ kind: 'store', id }} />
    </>
  );
}

/** Members of an agency and their roles. */
export function AgencyTeamPage() {
  const t = useTeamTexts();
  const id = Number(useParams({ from: '/console/agency/$client/team' }).client);
  return (
    <>
      <PageHeader title={t.title} hint={t.hint.client}>
        <LeaveOwn team={{ kind: 'client', id }} />
      </PageHeader>
      <People key={id} team={{ kind: 'client', id }} />
    </>
  );
}

/** The reader's own membership; undefined for an administrator, who is no member. */
function useOwn({ kind, id }: Team) {
  const me = useMe();
  return (kind === 'store' ? me.stores : me.clients).find((one) => one.id === id);
}

function LeaveOwn({ team }: { team: Team }) {
  return useOwn(team) === undefined ? null : <LeaveTeam team={team} />;
}

/** The members and, for owners and administrators, who change them, the invitations. */
function People({ team }: { team: Team }) {
  const { roles } = useMe();
  const isOwner = useOwn(team)?.role === 'owner' || roles.includes('admin');
  return (
    <Stack gap="lg">
      <Members team={team} isOwner={isOwner} />
      {isOwner && (
        <Card>
          <InviteForm team={team} />
          <Invites team={team} />
        </Card>
      )}
    </Stack>
  );
}
