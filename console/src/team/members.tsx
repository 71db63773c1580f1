import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type Column, DataTable, listed } from '../components/data-table.tsx';
import { ConfirmDialog } from '../components/dialog.tsx';
import { FailureText } from '../components/failure.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFormats } from '../language/formats.ts';
import { useMe } from '../session/use-me.ts';
import { changeRole, type Member, removeMember, TEAM_ROLES, type Team, type TeamRole, useMembers } from './team-api.ts';
import { useTeamTexts } from './texts.ts';

/** The members of a team. Owners change roles and remove people. */
export function Members({ team, isOwner }: { team: Team; isOwner: boolean }) {
  const t = useTeamTexts();
  const [page, setPage] = useState(1);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const members = useMembers(team, page);
  const change = useApiMutation(
    async ({ user, role }: { user: number; role: TeamRole }) => await changeRole(team, user, role),
    { done: t.roleChanged },
  );
  const remove = useApiMutation(async (user: number) => await removeMember(team, user), {
    done: t.removed,
    onDone: () => setLeaving(null),
  });
  const columns = useColumns({
    isOwner,
    onRole: (user, role) => change.mutate({ user, role }),
    onRemove: setLeaving,
  });
  return (
    <>
      <FailureText message={change.failure} />
      <DataTable
        label={t.list}
        columns={columns}
        {...listed(members)}
        keyOf={({ id }) => id}
        empty={t.none}
        page={page}
        onPage={setPage}
      />
      <ConfirmDialog
        title={t.removeTitle(leaving?.name ?? '')}
        text={t.removeText}
        action={t.remove}
        keep={t.keep}
        opened={leaving !== null}
        mutation={{ ...remove, mutate: () => leaving && remove.mutate(leaving.id) }}
        onClose={() => setLeaving(null)}
      />
    </>
  );
}

function useColumns({
  isOwner,
  onRole,
  onRemove,
}: {
  isOwner: boolean;
  onRole: (user: number, role: TeamRole) => void;
  onRemove: (member: Member) => void;
}): Column<Member>[] {
  const t = useTeamTexts();
  const { day } = useFormats();
  const { id: myId } = useMe();
  const columns: Column<Member>[] = [
    {
      key: 'name',
      label: t.columns.name,
      value: ({ name }) => name,
      cell: ({ id, name }) => <b>{id === myId ? t.you(name) : name}</b>,
    },
    { key: 'email', label: t.columns.email, wideOnly: true, value: ({ email }) => email, cell: ({ email }) => email },
    {
      key: 'role',
      label: t.columns.role,
      value: ({ role }) => t.roles[role],
      cell: ({ id, name, role }) =>
        isOwner ? (
          <NativeSelect
            aria-label={t.roleOf(name)}
            size="xs"
            value={role}
            data={TEAM_ROLES.map((one) => ({ value: one, label: t.roles[one] }))}
            onChange={({ currentTarget: { value } }) => onRole(id, value as TeamRole)}
          />
        ) : (
          t.roles[role]
        ),
    },
    {
      key: 'factor',
      label: t.columns.factor,
      wideOnly: true,
      value: ({ has_second_factor: has }) => (has ? t.yes : t.no),
      cell: ({ has_second_factor: has }) => (has ? t.yes : t.no),
    },
    {
      key: 'since',
      label: t.columns.since,
      wideOnly: true,
      value: ({ since }) => since,
      cell: ({ since }) => day(since),
    },
  ];
  if (!isOwner) return columns;
  return [
    ...columns,
    {
      key: 'remove',
      label: t.columns.remove,
      numeric: true,
      cell: (member) =>
        member.id === myId ? null : (
          <Button
            size="compact-sm"
            variant="light"
            color="red"
            aria-label={t.removeOf(member.name)}
            onClick={() => onRemove(member)}
          >
            {t.remove}
          </Button>
        ),
    },
  ];
}
