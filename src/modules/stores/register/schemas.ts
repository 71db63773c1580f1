import { type Static, Type } from 'typebox';
import {
  countryCode,
  currencyCode,
  id,
  languageCode,
  list,
  locale,
  nameSchemas,
  nameText,
  publicName,
  text,
  webAddress,
} from '../../../platform/http/fields.ts';
import { PASSWORD_LENGTH } from '../../../platform/limits.ts';
import { MAX_DOMAINS } from '../record/claim-domains.ts';
import { categoryIds, storePrices, typedDomain } from '../record/schemas.ts';
import type { NewStore } from './register-store.ts';
import type { NewMember } from './register-with-user.ts';

const storeName = nameText({ min: 2, max: 128 });
const billingLine = () => Type.Optional(text({ max: 255 }));

/** The interface's Store registration payload. */
export const RegistrationBody = Type.Object({
  name: storeName,
  domains: list(list(typedDomain, { max: MAX_DOMAINS }), {
    min: 1,
    max: MAX_DOMAINS,
    description: `Lists of domains, at most ${MAX_DOMAINS} in total. The grouping has no meaning.`,
  }),
  categories: Type.Optional(categoryIds),
  logo_url: Type.Optional(webAddress({ description: 'Stored unchanged, and shown until a logo is uploaded.' })),
  country: countryCode(),
  currency: currencyCode({ description: 'Of a market that there is.' }),
  language: languageCode(),
  billing: Type.Optional(
    Type.Object({
      company_name: billingLine(),
      street: billingLine(),
      postal_code: billingLine(),
      city: billingLine(),
      vat_number: billingLine(),
    }),
  ),
});

export const RegisteredStore = Type.Object({ id: id(), name: Type.String() });

/** The body of a registration with the store's first user, in the legacy API. */
export const LegacyRegistrationBody = Type.Object({
  user: Type.Object({
    username: Type.Optional(
      nameText({ min: 2, max: 64, description: 'Derived from the first part of the e-mail address by default.' }),
    ),
    name: Type.Optional(
      publicName({ max: 128, description: 'The name of the person. Others see the username without it.' }),
    ),
    email: Type.String({ format: 'email', maxLength: 128, description: 'Nobody else’s.' }),
    password: text(PASSWORD_LENGTH),
    password_confirmation: text({ max: PASSWORD_LENGTH.max, description: 'The password again.' }),
  }),
  feed_name: { ...storeName, description: 'The store’s name.' },
  language_iso_code: languageCode(),
  locale: locale({ description: 'Its country is the store’s.' }),
  currency_iso_code: currencyCode({ description: 'Of a market that there is.' }),
  domains: list(typedDomain, { min: 1, max: MAX_DOMAINS }),
  categories: categoryIds,
  ...storePrices,
});

/** The store of a registration. */
export function newStoreOf(body: Static<typeof RegistrationBody>): NewStore {
  const { name, country, currency, language, logo_url: logoUrl, billing = {}, categories: categoryIds = [] } = body;
  const domains = body.domains.flatMap((group, outer) =>
    group.map((typed, inner) => ({ path: `domains.${outer}.${inner}`, text: typed })),
  );
  return {
    name,
    domains,
    categoryIds,
    country,
    currency,
    language,
    locale: `${language}_${country}`,
    logoUrl,
    billing: {
      companyName: billing.company_name,
      street: billing.street,
      postalCode: billing.postal_code,
      city: billing.city,
      vatNumber: billing.vat_number,
    },
  };
}

/** The store and its first user in a registration of the legacy API. */
export function newStoreAndUserOf(body: Static<typeof LegacyRegistrationBody>): { store: NewStore; user: NewMember } {
  const { user, locale: storeLocale } = body;
  return {
    store: {
      name: body.feed_name,
      domains: body.domains.map((typed, index) => ({ path: `domains.${index}`, text: typed })),
      categoryIds: body.categories,
      country: storeLocale.slice(-2),
      currency: body.currency_iso_code,
      language: body.language_iso_code,
      locale: storeLocale,
      prices: { general: { cpcMinor: body.revenue_cpc }, social: { cpcMinor: body.social_revenue_cpc } },
    },
    user: {
      username: user.username,
      name: user.name,
      email: user.email,
      password: user.password,
      passwordConfirmation: user.password_confirmation,
    },
  };
}

nameSchemas({
  StoreRegistrationInput: RegistrationBody,
  RegisteredStore,
  LegacyStoreRegistrationInput: LegacyRegistrationBody,
});
