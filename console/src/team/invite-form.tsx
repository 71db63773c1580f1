import { NativeSelect, TextInput, Title } from '@mantine/core';
import { Form } from '../components/form.tsx';
import { useForm } from '../components/use-form.ts';
import { sendInvite, TEAM_ROLES, type Team, type TeamRole } from './team-api.ts';
import { useTeamTexts } from './texts.ts';

/** Form that invites a team member by e-mail. */
export function InviteForm({ team }: { team: Team }) {
  const t = useTeamTexts();
  const form = useForm(
    { email: '', role: 'manager' as TeamRole },
    {
      send: (body) => sendInvite(team, body),
      done: (sent) => t.sent(sent.email),
      name: `invite:${team.kind}:${team.id}`,
    },
  );
  return (
    <Form of={form} action={t.send}>
      <Title order={2} size="h5">
        {t.invite}
      </Title>
      <TextInput type="email" label={t.email} description={t.emailHint} required maw={460} {...form.text('email')} />
      <NativeSelect
        label={t.role}
        description={t.roleHints[form.draft.role]}
        maw={460}
        data={TEAM_ROLES.map((one) => ({ value: one, label: t.roles[one] }))}
        {...form.text('role')}
      />
    </Form>
  );
}
