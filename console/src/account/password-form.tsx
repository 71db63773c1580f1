import { Alert, Button, Card, Checkbox, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ApiError } from '@tributary/client';
import { client } from '../api.ts';
import { useDoing } from '../parts/use-doing.ts';
import { useMe } from '../session/use-me.ts';
import { useAccountTexts } from './texts.ts';

const SHORTEST = 8;
const LONGEST = 256;
const EMPTY = { current_password: '', password: '', again: '', keep_tokens: false };

/** Changes the password; what is wrong is said at its field, and nothing typed is lost by it. */
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
  const change = useDoing(
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
    <Card component="section" aria-labelledby="password">
      <Title order={2} size="h4" id="password">
        {t.title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {hasPassword ? t.hint : t.elsewhere}
      </Text>
      {hasPassword && (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <PasswordInput
              label={t.current}
              autoComplete="current-password"
              maxLength={LONGEST}
              {...form.getInputProps('current_password')}
            />
            <PasswordInput
              label={t.next}
              autoComplete="new-password"
              maxLength={LONGEST}
              {...form.getInputProps('password')}
            />
            <PasswordInput
              label={t.again}
              autoComplete="new-password"
              maxLength={LONGEST}
              {...form.getInputProps('again')}
            />
            <Checkbox label={t.keepTokens} {...form.getInputProps('keep_tokens', { type: 'checkbox' })} />
            {change.failure && !isSaidAtField && (
              <Alert color="red" variant="light" role="alert">
                {change.failure}
              </Alert>
            )}
            <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
              {t.change}
            </Button>
          </Stack>
        </form>
      )}
    </Card>
  );
}
