import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@tributary/client';
import { CodePicker } from '../admin/components/code-picker.tsx';
import { client, ME_KEY } from '../api.ts';
import { Form } from '../components/form.tsx';
import { LimitedInput } from '../components/limited-input.tsx';
import { useForm } from '../components/use-form.ts';
import { useReader } from '../language/language.tsx';
import { AcceptTerms, useTerms } from './accept-terms.tsx';
import { currencyOfCountry } from './currency-of-country.ts';
import { useSignUpTexts } from './sign-up-texts.ts';
import { useSessionTexts } from './texts.ts';

const EMPTY = {
  name: '',
  domain: '',
  country: '',
  currency: '',
  person: '',
  email: '',
  password: '',
  accepts: false,
};
type Draft = typeof EMPTY;

/** Registers a store with its first user, and signs the user in. */
export function StoreForm({ currencies, isApproved }: { currencies: readonly string[]; isApproved: boolean }) {
  const { signUp: t } = useSignUpTexts();
  const { email: emailLabel, password: passwordLabel } = useSessionTexts();
  const { store: s } = t;
  const { language } = useReader();
  const terms = useTerms();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm(
    { ...EMPTY, currency: currencies.length === 1 ? currencies[0]! : '' },
    {
      send: async (draft) => {
        await register(draft, language);
        return enter(
          draft,
          terms.map(({ kind, version }) => ({ kind, version })),
        );
      },
      onDone: async (user) => {
        queries.clear();
        if (user !== null) queries.setQueryData(ME_KEY, user);
        await navigate({ to: user === null ? '/console/sign-in' : '/console' });
      },
    },
  );
  const currencyOf = (country: string) => currencies.find((code) => code === currencyOfCountry(country)) ?? '';
  /** The currency follows the country until another one is chosen. */
  const chooseCountry = (country: string) => {
    const { country: before, currency } = form.draft;
    const isFollowing = currency === '' || currency === currencyOf(before);
    form.type(isFollowing && currencyOf(country) !== '' ? { country, currency: currencyOf(country) } : { country });
  };
  if (currencies.length === 0) return <Text>{s.noMarket}</Text>;
  return (
    <Form of={form} action={s.action} isWide>
      {!isApproved && <Text size="sm">{s.approval}</Text>}
      <TextInput label={s.name} autoComplete="organization" required {...form.text('name', 'feed_name')} />
      <TextInput
        label={s.domain}
        description={s.domainHint}
        autoComplete="off"
        required
        {...form.text('domain', 'domains')}
      />
      <CodePicker
        set="country"
        among={undefined}
        label={s.country}
        required
        {...form.value('country', 'locale')}
        onChange={chooseCountry}
      />
      <CodePicker
        set="currency"
        among={currencies}
        label={s.currency}
        description={s.currencyHint}
        required
        {...form.value('currency', 'currency_iso_code')}
      />
      <LimitedInput label={t.name} autoComplete="name" required max={128} {...form.text('person', 'user.name')} />
      <TextInput
        type="email"
        label={emailLabel}
        autoComplete="username"
        required
        {...form.text('email', 'user.email')}
      />
      <PasswordInput
        label={passwordLabel}
        description={t.passwordHint}
        autoComplete="new-password"
        required
        minLength={8}
        {...form.text('password', 'user.password')}
      />
      <AcceptTerms terms={terms} {...form.flag('accepts')} />
    </Form>
  );
}

async function register(draft: Draft, language: string): Promise<void> {
  const { name, domain, country, currency, person, email, password } = draft;
  await client.POST('/advertiser/register-store', {
    body: {
      user: { name: person, email, password, password_confirmation: password },
      feed_name: name,
      language_iso_code: language,
      locale: `${language}_${country}`,
      currency_iso_code: currency,
      domains: [domain],
      categories: [],
      // The owner sets the rates in the settings of the store.
      revenue_cpc: 0,
      social_revenue_cpc: 0,
    },
  });
}

/** Signs in, and accepts the terms. Null: the store is registered, but the sign-in failed, and the person has to sign in. */
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
