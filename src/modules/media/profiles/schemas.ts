import { Type } from 'typebox';
import { completeList } from '../../../platform/http/complete-list.ts';
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
  whole,
} from '../../../platform/http/fields.ts';
import { givenMoney } from '../../../platform/http/given-amount.ts';
import { MAX_PAGE_SIZE } from '../../../platform/page-size.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import { AnswerRecord, presentAnswer } from '../../campaigns/index.ts';
import { MAX_CHANNELS } from '../channels/channels.ts';
import { PLATFORMS } from '../channels/platforms.ts';
import { presentResults, resultFields } from '../finding/result-schemas.ts';
import { MAX_ENTRIES } from '../influencers/list-influencers.ts';
import { SPOKEN_LANGUAGES } from './languages.ts';
import type { ParticipantProfile } from './participant-profiles.ts';
import { type ListingConsent, PROFILE_LIMITS, type Profile, RATE_KINDS } from './profile.ts';

/** 10 million units of a currency with two decimals. */
const MAX_RATE_MINOR = 1_000_000_000;

const bio = text({ max: PROFILE_LIMITS.bio, description: 'Plain text about the creator.' });
const languages = list(oneOf(SPOKEN_LANGUAGES), {
  max: PROFILE_LIMITS.languages,
  description: 'The languages in which the creator publishes (ISO 639-1).',
});
const work = Type.Object({ title: publicName({ max: 120 }), url: webAddress() });
const portfolio = list(work, { max: PROFILE_LIMITS.portfolio, description: 'Examples of the creator’s work.' });

const rate = Type.Object({ kind: oneOf(RATE_KINDS), amount: minorMoney('What the creator asks for.') });

/** What stores see of a creator who applies or takes part. */
export const profileFields = {
  name: Type.String(),
  picture_url: nullable(Type.String()),
  country: nullable(countryCode({ description: 'Of the account; an administrator changes it.' })),
  bio,
  languages,
  topics: list(Type.Object({ id: id(), name: Type.String(), key: Type.String() }), { max: PROFILE_LIMITS.topics }),
  rates: list(rate, { max: RATE_KINDS.length }),
  portfolio,
};

const isListed = Type.Boolean({
  description: 'Whether stores find the creator (`GET /v2/stores/{store}/creators`). Off by default.',
});
const isListedForAgencies = Type.Boolean({
  description:
    'Whether agencies find the creator (`GET /v2/clients/{client}/creators`). Off by default. Only the creator changes it, in person.',
});
const showsResults = Type.Boolean({
  description:
    'Whether those who find a listed creator see the results in bands, such as 1,000 to 9,999 clicks. Off by default.',
});

export const ProfileRecord = Type.Object({
  ...profileFields,
  is_listed: isListed,
  is_listed_for_agencies: isListedForAgencies,
  shows_results: showsResults,
});

export const ProfileBody = Type.Partial(
  Type.Object({
    bio,
    languages,
    topics: list(id(), { max: PROFILE_LIMITS.topics, description: 'Ids of categories (`GET /v2/store-categories`).' }),
    rates: list(
      Type.Object({
        kind: oneOf(RATE_KINDS),
        amount: givenMoney({ min: 1, max: MAX_RATE_MINOR, description: 'What the creator asks for.' }),
      }),
      { max: RATE_KINDS.length, description: 'At most one for each kind of content.' },
    ),
    portfolio,
    is_listed: isListed,
    is_listed_for_agencies: isListedForAgencies,
    shows_results: showsResults,
  }),
);

export const ParticipantProfileList = completeList(
  Type.Object({
    participant_id: id(),
    user_id: id(),
    ...profileFields,
    market: nullable(Type.String({ description: 'The name of the creator’s market.' })),
    channels: list(
      Type.Object({
        platform: nullable(oneOf(PLATFORMS, { description: 'Null: an imported account without its platform.' })),
        identifier: Type.String(),
        url: nullable(Type.String()),
        is_proven: Type.Boolean({ description: 'Whether the channel is known to be the creator’s.' }),
        followers: nullable(whole({ min: 0, description: 'Imported. Null: not known.' })),
        stated_followers: nullable(whole({ min: 0, description: 'What the creator says; not checked.' })),
      }),
      { max: 2 * MAX_CHANNELS, description: 'Proven ones first.' },
    ),
    tags: list(Type.Object({ id: id(), name: Type.String() }), {
      max: MAX_ENTRIES,
      description: 'Common user tags and the store’s own.',
    }),
    ...resultFields,
    message: nullable(Type.String({ description: 'The first comment of the creator.' })),
    answers: Type.Array(AnswerRecord),
  }),
  { description: `At most ${MAX_PAGE_SIZE}, by id.` },
);

export const participantsQuery = {
  participants: list(id(), { min: 1, max: MAX_PAGE_SIZE, description: 'Ids of participants of the campaign.' }),
};

export function presentParticipantProfile(profile: ParticipantProfile, publicUrl: string) {
  return {
    participant_id: profile.participantId,
    user_id: profile.userId,
    ...presentProfile(profile, publicUrl),
    market: profile.market,
    channels: profile.channels.map(({ isProven, statedFollowers, ...channel }) => ({
      ...channel,
      is_proven: isProven,
      stated_followers: statedFollowers,
    })),
    tags: profile.tags,
    ...presentResults(profile),
    message: profile.message,
    answers: profile.answers.map(presentAnswer),
  };
}

/** @param publicUrl base of our addresses */
export function presentProfile(profile: Omit<Profile, keyof ListingConsent>, publicUrl: string) {
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

/** Presents a profile to those who can change it. @param publicUrl base of our addresses */
export function presentOwnProfile(profile: Profile, publicUrl: string) {
  const { isListed: is_listed, isListedForAgencies: is_listed_for_agencies, showsResults: shows_results } = profile;
  return { ...presentProfile(profile, publicUrl), is_listed, is_listed_for_agencies, shows_results };
}

nameSchemas({
  CreatorProfile: ProfileRecord,
  CreatorProfileInput: ProfileBody,
  CreatorProfilePortfolio: work,
  CreatorProfileRate: rate,
});
