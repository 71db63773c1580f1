import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@tributary/client';
import { useState } from 'react';
import { CodePicker } from '../admin/components/code-picker.tsx';
import { client, ME_KEY } from '../api.ts';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useReader } from '../language/language.tsx';
import { AcceptTerms, useTerms } from './accept-terms.tsx';
import { SessionForm } from './session-form.tsx';
import { useSignUpTexts } from './sign-up-texts.ts';
import { useSessionTexts } from './texts.ts';

const EMPTY = { name: '', domain: '', country: '', currency: '', email: '', password: '' };
type Draft = typeof EMPTY;

/** Registers a store with its first user, and signs the user in. */
export function StoreForm({ currencies, isApproved }: { currencies: readonly string[]; isApproved: boolean }) {
  const { signUp: t } = useSignUpTexts();
  const { email: emailLabel, password: passwordLabel } = useSessionTexts();
  const { store: s } = t;
  const { language } = useReader();
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, currency: currencies.length === 1 ? currencies[0]! : '' });
  const [accepts, setAccepts] = useState(false);
  const terms = useTerms();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const doing = useApiMutation(
    async () => {
      await register(draft, language);
      return enter(
        draft,
        terms.map(({ kind, version }) => ({ kind, version })),
      );
    },
    {
      onDone: async (user) => {
        queries.clear();
        if (user !== null) queries.setQueryData(ME_KEY, user);
        await navigate({ to: user === null ? '/console/sign-in' : '/console' });
      },
    },
  );
  const fields = faultsOf(doing.error);
  const set = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const field = (name: keyof Draft) => ({
    required: true,
    value: draft[name],
    error: fields[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => set({ [name]: value }),
  });
  if (currencies.length === 0) return <Text>{s.noMarket}</Text>;
  const failure = Object.values(fields).some((fault) => fault !== undefined) ? null : doing.failure;
  return (
    <SessionForm doing={{ mutate: () => doing.mutate(), isPending: doing.isPending, failure }} action={s.action}>
      {!isApproved && <Text size="sm">{s.approval}</Text>}
      <TextInput label={s.name} autoComplete="organization" {...field('name')} />
      <TextInput label={s.domain} description={s.domainHint} autoComplete="off" {...field('domain')} />
      <CodePicker
        set="country"
        among={undefined}
        label={s.country}
        required
        value={draft.country}
        onChange={(country) => set({ country })}
      />
      <CodePicker
        set="currency"
        among={currencies}
        label={s.currency}
        error={fields.currency}
        required
        value={draft.currency}
        onChange={(currency) => set({ currency })}
      />
      <TextInput type="email" label={emailLabel} autoComplete="username" {...field('email')} />
      <PasswordInput
        label={passwordLabel}
        description={t.passwordHint}
        autoComplete="new-password"
        minLength={8}
        {...field('password')}
      />
      <AcceptTerms terms={terms} checked={accepts} error={undefined} onChange={(checked) => setAccepts(checked)} />
    </SessionForm>
  );
}

async function register({ name, domain, country, currency, email, password }: Draft, language: string): Promise<void> {
  await client.POST('/advertiser/register-store', {
    body: {
      user: { email, password, password_confirmation: password },
      feed_name: name,
      language_iso_code: language,
      locale: `${language}_${country}`,
      currency_iso_code: currency,
      domains: [domain],
      categories: [],
      // The owner sets the rates in the settings of the store.
      ...{ revenue_cpc: 0, social_revenue_cpc: 0 },
    },
  });
}

/** Signs in, and accepts the terms. Null: the sign-in failed, and the person has to do it; the store is registered. */
async function enter({ email, password }: Draft, versions: { kind: 'terms' | 'privacy'; version: string }[]) {
  try {
    const { user } = (await client.POST('/v2/sessions/console', { body: { email, password } })).data!;
    if (versions.length > 0) await client.POST('/v2/me/terms', { body: { versions } });
    return user;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** The faults of a registration by the field of the form. */
function faultsOf(error: Error | null): Partial<Record<keyof Draft, string>> {
  if (!(error instanceof ApiError)) return {};
  const { fields } = error;
  const of = (...names: string[]) =>
    Object.entries(fields)
      .filter(([name]) => names.some((one) => name === one || name.startsWith(`${one}.`)))
      .flatMap(([, faults]) => faults)
      .join(' ') || undefined;
  const found = {
    ...{ name: of('feed_name'), domain: of('domains'), currency: of('currency_iso_code') },
    ...{ country: of('locale'), email: of('user.email', 'user.username'), password: of('user.password') },
  };
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined));
}
