import { PasswordInput, TextInput } from '@mantine/core';
import { client } from '../api.ts';
import { Form } from '../components/form.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useForm } from '../components/use-form.ts';
import { useMe } from '../session/use-me.ts';
import { useAccountTexts } from './texts.ts';

/** Requests a change of the e-mail address. The mail to the new address links to the page that confirms it. */
export function EmailForm() {
  const t = useAccountTexts().address;
  const { has_password: hasPassword } = useMe();
  const form = useForm(
    { email: '', current_password: '' },
    {
      send: ({ email, current_password }) =>
        client.POST('/v2/me/email-changes', { body: { email, ...(hasPassword ? { current_password } : {}) } }),
      done: t.sent,
    },
  );
  return (
    <SectionCard id="address" title={t.title} hint={t.hint}>
      <Form of={form} action={t.action}>
        <TextInput type="email" label={t.email} required {...form.text('email')} />
        {hasPassword && (
          <PasswordInput
            label={t.password}
            autoComplete="current-password"
            required
            {...form.text('current_password')}
          />
        )}
      </Form>
    </SectionCard>
  );
}
