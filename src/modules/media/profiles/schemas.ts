import { Type } from 'typebox';
import {
  countryCode,
  id,
  list,
  minorMoney,
  nameSchemas,
  nullable,
  oneOf,
  publicName,
  text,
  webAddress,
} from '../../../platform/http/fields.ts';
import { givenMoney } from '../../../platform/http/given-amount.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import { SPOKEN_LANGUAGES } from './languages.ts';
import { PROFILE_LIMITS, type Profile, RATE_KINDS } from './profile.ts';

/** 10 million units of a currency with two decimals. */
const MAX_RATE_MINOR = 1_000_000_000;

const bio = text({ max: PROFILE_LIMITS.bio, description: 'Plain text about the creator.' });
const languages = list(oneOf(SPOKEN_LANGUAGES), {
  max: PROFILE_LIMITS.languages,
  description: 'The languages in which the creator publishes (ISO 639-1).',
});
const work = Type.Object({ title: publicName({ max: 120 }), url: webAddress() });
const portfolio = list(work, { max: PROFILE_LIMITS.portfolio, description: 'Examples of the creator’s work.' });

/** What stores see of a creator who applies or takes part. */
export const profileFields = {
  name: Type.String(),
  picture_url: nullable(Type.String()),
  country: nullable(countryCode({ description: 'Of the account; an administrator changes it.' })),
  bio,
  languages,
  topics: list(Type.Object({ id: id(), name: Type.String(), key: Type.String() }), { max: PROFILE_LIMITS.topics }),
  rates: list(Type.Object({ kind: oneOf(RATE_KINDS), amount: minorMoney('What the creator asks for.') }), {
    max: RATE_KINDS.length,
  }),
  portfolio,
};

export const ProfileRecord = Type.Object(profileFields);

export const ProfileBody = Type.Partial(
  Type.Object({
    bio,
    languages,
    topics: list(id(), { max: PROFILE_LIMITS.topics, description: 'Ids of categories (`GET /v2/categories`).' }),
    rates: list(
      Type.Object({
        kind: oneOf(RATE_KINDS),
        amount: givenMoney({ min: 1, max: MAX_RATE_MINOR, description: 'What the creator asks for.' }),
      }),
      { max: RATE_KINDS.length, description: 'At most one for each kind of content.' },
    ),
    portfolio,
  }),
);

/** @param publicUrl base of our addresses */
export function presentProfile(profile: Profile, publicUrl: string) {
  const { name, country, bio, languages, topics, portfolio } = profile;
  return {
    name,
    picture_url: profile.pictureKey === null ? null : fileUrl(publicUrl, profile.pictureKey),
    country,
    bio,
    languages,
    topics,
    rates: profile.rates.map(({ kind, ...amount }) => ({ kind, amount })),
    portfolio,
  };
}

nameSchemas({ CreatorProfile: ProfileRecord, CreatorProfileInput: ProfileBody });
