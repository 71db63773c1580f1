import { PasswordInput, Text } from '@mantine/core';
import { client } from '../api.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { useForm } from '../components/use-form.ts';
import { proofQuestion } from './question.ts';
import { useSessionTexts } from './texts.ts';
import { useMe } from './use-me.ts';

/** Asks for the mail that proves the address of the account. */
export function ProofQuestion() {
  const { proof: t, password: passwordLabel } = useSessionTexts();
  const { email, has_password: hasPassword } = useMe();
  const form = useForm(
    { current_password: '' },
    {
      isGuarded: false,
      send: ({ current_password }) =>
        client.POST('/v2/me/email-changes', { body: { email, ...(hasPassword ? { current_password } : {}) } }),
      done: t.sent(email),
      onDone: () => proofQuestion.answer(true),
    },
  );
  return (
    <Dialog opened title={t.title} onClose={() => proofQuestion.answer(false)}>
      <Text size="sm" mb="md">
        {t.hint(email)}
      </Text>
      <Form of={form} action={t.action} isWide>
        {hasPassword && (
          <PasswordInput
            label={passwordLabel}
            autoComplete="current-password"
            required
            data-autofocus
            {...form.text('current_password')}
          />
        )}
      </Form>
    </Dialog>
  );
}
