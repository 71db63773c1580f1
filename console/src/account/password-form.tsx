import { Checkbox, PasswordInput } from '@mantine/core';
import { PASSWORD_LENGTH } from '../../../src/platform/limits.ts';
import { client } from '../api.ts';
import { Form } from '../components/form.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useForm } from '../components/use-form.ts';
import { useMe } from '../session/use-me.ts';
import { useAccountTexts } from './texts.ts';

/** Changes the password. Errors are shown at their fields, which keep the input. */
export function PasswordForm() {
  const t = useAccountTexts().password;
  const { has_password: hasPassword } = useMe();
  const form = useForm(
    { current_password: '', password: '', again: '', keep_tokens: false },
    {
      check: ({ current_password: current, password, again }) => ({
        ...(password.length < PASSWORD_LENGTH.min
          ? { password: t.short }
          : password === current
            ? { password: t.same }
            : {}),
        ...(again === password ? {} : { again: t.differ }),
      }),
      send: ({ again: _, ...body }) => client.PUT('/v2/me/password', { body }),
      done: t.changed,
    },
  );
  const current = form.text('current_password');
  return (
    <SectionCard id="password" title={t.title} hint={hasPassword ? t.hint : t.elsewhere}>
      {hasPassword && (
        <Form of={form} action={t.change}>
          <PasswordInput
            label={t.current}
            autoComplete="current-password"
            data-max={PASSWORD_LENGTH.max}
            {...current}
            error={form.at('current_password') === undefined ? current.error : t.wrong}
          />
          <PasswordInput
            label={t.next}
            autoComplete="new-password"
            data-max={PASSWORD_LENGTH.max}
            {...form.text('password')}
          />
          <PasswordInput
            label={t.again}
            autoComplete="new-password"
            data-max={PASSWORD_LENGTH.max}
            {...form.text('again')}
          />
          <Checkbox label={t.keepTokens} {...form.flag('keep_tokens')} />
        </Form>
      )}
    </SectionCard>
  );
}
