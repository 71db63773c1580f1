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

export function StoreTeamPage() {
  const id = Number(useParams({ from: '/console/shop/$store/team' }).store);
  return <TeamPage key={id} team={{ kind: 'store', id }} />;
}

export function AgencyTeamPage() {
  const id = Number(useParams({ from: '/console/agency/$client/team' }).client);
  return <TeamPage key={id} team={{ kind: 'client', id }} />;
}

/** Members of a store or an agency and their roles. Owners and administrators change them. */
function TeamPage({ team }: { team: Team }) {
  const t = useTeamTexts();
  const me = useMe();
  const own = (team.kind === 'store' ? me.stores : me.clients).find(({ id }) => id === team.id);
  const isOwner = me.roles.includes('admin') || own?.role === 'owner';
  return (
    <>
      <PageHeader title={t.title} hint={t.hint[team.kind]}>
        {own !== undefined && <LeaveTeam team={team} />}
      </PageHeader>
      <Stack gap="lg">
        <Members team={team} isOwner={isOwner} />
        {isOwner && (
          <Card>
            <InviteForm team={team} />
            <Invites team={team} />
          </Card>
        )}
      </Stack>
    </>
  );
}
