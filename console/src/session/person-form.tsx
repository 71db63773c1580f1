import { PasswordInput, TextInput } from '@mantine/core';
import { client } from '../api.ts';
import { Form } from '../components/form.tsx';
import { useForm } from '../components/use-form.ts';
import { AcceptTerms, useTerms } from './accept-terms.tsx';
import type { MailSent } from './check-mail.tsx';
import { useSignUpTexts } from './sign-up-texts.ts';
import { useSessionTexts } from './texts.ts';

interface PersonFormProps {
  as: 'creator' | 'agency';
  campaign?: string | undefined;
  onSent: (sent: MailSent) => void;
}

/** Signs a creator or an agency up. The account is created by the link in the mail. */
export function PersonForm({ as: role, campaign, onSent }: PersonFormProps) {
  const { signUp: t } = useSignUpTexts();
  const { email: emailLabel, password: passwordLabel } = useSessionTexts();
  const terms = useTerms();
  const form = useForm(
    { name: '', email: '', password: '', accepts_terms: false },
    {
      send: async ({ accepts_terms, ...person }) => {
        const body = {
          ...person,
          role,
          ...(terms.length > 0 ? { accepts_terms } : {}),
          ...(campaign === undefined ? {} : { offer_token: campaign }),
        };
        const send = () => client.POST('/v2/sign-up', { body });
        await send();
        return { email: person.email, send };
      },
      onDone: onSent,
      // An address may have to be corrected.
      isFilledAfter: true,
      explain: ({ fields }) => ('offer_token' in fields ? t.noCampaign : undefined),
    },
  );
  return (
    <Form of={form} action={t.action} isWide>
      <TextInput
        label={role === 'agency' ? t.agencyName : t.name}
        autoComplete="name"
        required
        {...form.text('name')}
      />
      <TextInput type="email" label={emailLabel} autoComplete="username" required {...form.text('email')} />
      <PasswordInput
        label={passwordLabel}
        description={t.passwordHint}
        autoComplete="new-password"
        required
        minLength={8}
        {...form.text('password')}
      />
      <AcceptTerms terms={terms} {...form.flag('accepts_terms')} />
    </Form>
  );
}
