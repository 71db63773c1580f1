import { PasswordInput, TextInput } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { useState } from 'react';
import { client } from '../api.ts';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { AcceptTerms, useTerms } from './accept-terms.tsx';
import { Happened, SessionForm } from './session-form.tsx';
import { useSignUpTexts } from './sign-up-texts.ts';
import { useSessionTexts } from './texts.ts';

/** Signs a creator or an agency up. The account is created by the link in the mail. */
export function PersonForm({ as: role, campaign }: { as: 'creator' | 'agency'; campaign?: string | undefined }) {
  const { signUp: t } = useSignUpTexts();
  const { email: emailLabel, password: passwordLabel } = useSessionTexts();
  const [person, setPerson] = useState({ name: '', email: '', password: '' });
  const [accepts, setAccepts] = useState(false);
  const terms = useTerms();
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
      <TextInput label={role === 'agency' ? t.agencyName : t.name} autoComplete="name" {...field('name')} />
      <TextInput type="email" label={emailLabel} autoComplete="username" {...field('email')} />
      <PasswordInput
        label={passwordLabel}
        description={t.passwordHint}
        autoComplete="new-password"
        minLength={8}
        {...field('password')}
      />
      <AcceptTerms
        terms={terms}
        checked={accepts}
        error={fields.accepts_terms?.join(' ')}
        onChange={(checked) => setAccepts(checked)}
      />
    </SessionForm>
  );
}
