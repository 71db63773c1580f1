import { Button, Checkbox, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ApiError } from '@tributary/client';
import { client } from '../api.ts';
import { FailureAlert } from '../components/failure.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useMe } from '../session/use-me.ts';
import { useAccountTexts } from './texts.ts';

const SHORTEST = 8;
const MAX_PASSWORD_LENGTH = 256;
const EMPTY = { current_password: '', password: '', again: '', keep_tokens: false };

/** Changes the password. Errors are shown at their fields, and keep the input. */
export function PasswordForm() {
  const t = useAccountTexts().password;
  const { has_password: hasPassword } = useMe();
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      password: (value, { current_password: current }) =>
        value.length < SHORTEST ? t.short : value === current ? t.same : null,
      again: (value, { password }) => (value === password ? null : t.differ),
    },
  });
  const change = useApiMutation(
    async ({ current_password, password, keep_tokens }: typeof EMPTY) =>
      await client.PUT('/v2/me/password', { body: { current_password, password, keep_tokens } }),
    { done: t.changed, onDone: () => form.reset() },
  );
  const submit = form.onSubmit((values) =>
    change.mutate(values, {
      onError: (error) => {
        if (!(error instanceof ApiError)) return;
        const { current_password: current, password = [] } = error.fields;
        form.setErrors({
          ...(current === undefined ? {} : { current_password: t.wrong }),
          ...(password.length === 0 ? {} : { password: password.join(' ') }),
        });
      },
    }),
  );
  const isSaidAtField = change.error instanceof ApiError && Object.keys(change.error.fields).length > 0;
  return (
    <SectionCard id="password" title={t.title} hint={hasPassword ? t.hint : t.elsewhere}>
      {hasPassword && (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <PasswordInput
              label={t.current}
              autoComplete="current-password"
              maxLength={MAX_PASSWORD_LENGTH}
              {...form.getInputProps('current_password')}
            />
            <PasswordInput
              label={t.next}
              autoComplete="new-password"
              maxLength={MAX_PASSWORD_LENGTH}
              {...form.getInputProps('password')}
            />
            <PasswordInput
              label={t.again}
              autoComplete="new-password"
              maxLength={MAX_PASSWORD_LENGTH}
              {...form.getInputProps('again')}
            />
            <Checkbox label={t.keepTokens} {...form.getInputProps('keep_tokens', { type: 'checkbox' })} />
            {!isSaidAtField && <FailureAlert message={change.failure} />}
            <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
              {t.change}
            </Button>
          </Stack>
        </form>
      )}
    </SectionCard>
  );
}
