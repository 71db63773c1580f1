import { Button, Group, NativeSelect, Stack, TextInput, Title } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { FailureAlert } from '../components/failure.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { sendInvite, TEAM_ROLES, type Team, type TeamRole } from './team-api.ts';
import { useTeamTexts } from './texts.ts';

/** Form that invites a team member by e-mail. */
export function InviteForm({ team }: { team: Team }) {
  const t = useTeamTexts();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<TeamRole>('manager');
  const invite = useApiMutation(async () => await sendInvite(team, { email, role }), {
    done: (sent) => t.sent(sent.email),
    onDone: () => setEmail(''),
  });
  const fields = invite.error instanceof ApiError ? invite.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t.invite}
        </Title>
        {fields.email === undefined && <FailureAlert message={invite.failure} />}
        <TextInput
          type="email"
          label={t.email}
          description={t.emailHint}
          required
          maw={460}
          value={email}
          error={fields.email?.join(', ')}
          onChange={({ currentTarget: { value } }) => setEmail(value)}
        />
        <NativeSelect
          label={t.role}
          description={t.roleHints[role]}
          maw={460}
          value={role}
          data={TEAM_ROLES.map((one) => ({ value: one, label: t.roles[one] }))}
          onChange={({ currentTarget: { value } }) => setRole(value as TeamRole)}
        />
        <Group>
          <Button type="submit" size="sm" loading={invite.isPending}>
            {t.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
