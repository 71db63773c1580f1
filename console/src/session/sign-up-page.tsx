import { Anchor, Checkbox, PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { ApiError } from '@tributary/client';
import { Fragment, useState } from 'react';
import { api, client } from '../api.ts';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { Happened, SessionForm, SessionPage } from './session-form.tsx';
import { useSessionTexts } from './texts.ts';

type Role = 'creator' | 'agency';

/** Getting an account; by the invitation link of a campaign, to join it. */
export function SignUpPage() {
  const { signUp: t } = useSessionTexts();
  return (
    <SessionPage title={t.title}>
      <Form />
    </SessionPage>
  );
}

function Form() {
  const { signUp: t, email: emailLabel, password: passwordLabel } = useSessionTexts();
  const { campaign } = useSearch({ from: '/console/sign-up' });
  const [role, setRole] = useState<Role>('creator');
  const [person, setPerson] = useState({ name: '', email: '', password: '' });
  const [accepts, setAccepts] = useState(false);
  const terms = api.useQuery('get', '/v2/sign-in-options').data?.terms ?? [];
  const doing = useApiMutation(
    async () =>
      await client.POST('/v2/sign-up', {
        body: {
          ...person,
          role,
          ...(terms.length > 0 ? { accepts_terms: accepts } : {}),
          ...(campaign === undefined ? {} : { offer_token: campaign }),
        },
      }),
  );
  if (doing.isSuccess) return <Happened>{t.sent(person.email)}</Happened>;
  const fields = doing.error instanceof ApiError ? doing.error.fields : {};
  const failure = 'offer_token' in fields ? t.noCampaign : Object.keys(fields).length > 0 ? null : doing.failure;
  const field = (name: keyof typeof person) => ({
    required: true,
    value: person[name],
    error: fields[name]?.join(' '),
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      setPerson({ ...person, [name]: value }),
  });
  return (
    <SessionForm doing={{ mutate: () => doing.mutate(), isPending: doing.isPending, failure }} action={t.action}>
      {campaign !== undefined && <Text size="sm">{t.toCampaign}</Text>}
      {campaign === undefined && (
        <Stack gap={4}>
          <Text size="sm" fw={500} id="role">
            {t.role}
          </Text>
          <SegmentedControl
            aria-labelledby="role"
            value={role}
            onChange={(value) => setRole(value as Role)}
            data={[
              { value: 'creator', label: t.creator },
              { value: 'agency', label: t.agency },
            ]}
          />
        </Stack>
      )}
      <TextInput label={role === 'agency' ? t.agencyName : t.name} autoComplete="name" {...field('name')} />
      <TextInput type="email" label={emailLabel} autoComplete="username" {...field('email')} />
      <PasswordInput
        label={passwordLabel}
        description={t.passwordHint}
        autoComplete="new-password"
        minLength={8}
        {...field('password')}
      />
      {terms.length > 0 && (
        <Checkbox
          required
          checked={accepts}
          error={fields.accepts_terms?.join(' ')}
          onChange={({ currentTarget: { checked } }) => setAccepts(checked)}
          label={
            <>
              {t.accept}{' '}
              {terms.map(({ kind, version, url }, index) => (
                <Fragment key={kind}>
                  {index > 0 && ', '}
                  {url === null ? t.terms[kind] : <Anchor href={url}>{t.terms[kind]}</Anchor>} ({version})
                </Fragment>
              ))}
            </>
          }
        />
      )}
    </SessionForm>
  );
}
