import { type TSchema, Type } from 'typebox';
import { completeList } from '../../../platform/http/complete-list.ts';
import {
  countryCode,
  email,
  id,
  list,
  nameSchemas,
  nullable,
  oneOf,
  publicName,
  text,
  whole,
  words,
} from '../../../platform/http/fields.ts';
import { MAX_PAGE_SIZE } from '../../../platform/page-size.ts';
import { cursorPage } from '../../../platform/pagination.ts';
import { MAX_CHANNELS } from '../channels/channels.ts';
import { PLATFORMS } from '../channels/platforms.ts';
import { SPOKEN_LANGUAGES } from '../profiles/languages.ts';
import { presentProfile, profileFields } from '../profiles/schemas.ts';
import { BANDS, FIGURES, type Figure } from './bands.ts';
import { MAX_LISTS, MAX_MEMBERS } from './creator-lists.ts';
import { CREATOR_ORDERS } from './cursor.ts';
import type { FoundCreator } from './found-creator.ts';
import { MAX_INVITED } from './invite-creators.ts';
import { presentResults, resultFields } from './result-schemas.ts';
import type { CreatorFilters } from './search-creators.ts';
import { MAX_SIMILAR } from './similar-creators.ts';

const MAX_FOLLOWERS = 10_000_000_000;
/** Topics and languages of a search. */
const MAX_CHOICES = 10;

const foundFields = {
  user_id: id(),
  ...profileFields,
  followers: nullable(whole({ min: 0, description: 'Of the largest channel; null: not known.' })),
  channels: list(
    Type.Object({
      platform: oneOf(PLATFORMS),
      identifier: Type.String(),
      url: Type.String(),
      is_proven: Type.Boolean({ description: 'Whether the channel is known to be the creator’s.' }),
      followers: nullable(whole({ min: 0, description: 'Imported. Null: not known.' })),
      stated_followers: nullable(whole({ min: 0, description: 'What the creator says; not checked.' })),
    }),
    { max: MAX_CHANNELS, description: 'Proven ones first.' },
  ),
  ...resultFields,
  has_worked_together: Type.Boolean({
    description:
      'Whether the creator has results at the searching store in these 90 days, or takes or took part in one of its campaigns. For an agency: whether the creator belongs to it.',
  }),
  note: nullable(Type.String({ description: 'What the searching store or agency has noted.' })),
  list_ids: list(id(), {
    max: MAX_LISTS,
    description: 'The lists of the searching store or agency that name the creator.',
  }),
};

export const FoundCreatorRecord = Type.Object(foundFields, {
  description: 'A creator who is listed. Nothing names an e-mail address or results at particular other stores.',
});
export const FoundCreatorPage = cursorPage(FoundCreatorRecord);

const leastBand = (figure: string) =>
  Type.Optional(whole({ min: 1, max: BANDS, description: `At least this band of ${figure}.` }));

const filters = {
  q: Type.Optional(
    text({
      min: 1,
      max: 200,
      description: 'Words of name, text and channels. The last one may be the beginning of a word.',
    }),
  ),
  topics: Type.Optional(list(id(), { min: 1, max: MAX_CHOICES, description: 'Has one of these topics.' })),
  country: Type.Optional(countryCode({ description: 'The country of the creator’s account.' })),
  languages: Type.Optional(
    list(oneOf(SPOKEN_LANGUAGES), { min: 1, max: MAX_CHOICES, description: 'Publishes in one of these languages.' }),
  ),
  platform: Type.Optional(
    oneOf(PLATFORMS, { description: 'Has a channel there; followers and proof are then those of the largest one.' }),
  ),
  followers_from: Type.Optional(
    whole({
      min: 0,
      max: MAX_FOLLOWERS,
      description: 'The least followers of the largest channel, or of that at `platform`.',
    }),
  ),
  followers_to: Type.Optional(whole({ min: 0, max: MAX_FOLLOWERS, description: 'The most of them.' })),
  is_verified: Type.Optional(Type.Boolean({ description: 'Whether a channel is proven.' })),
  clicks_band: leastBand('clicks'),
  orders_band: leastBand('orders'),
  conversion_band: leastBand('conversion'),
  approval_band: leastBand('approval'),
  order: oneOf(CREATOR_ORDERS, {
    default: 'followers',
    description: 'Largest first. By a figure: only creators with a band of it. `newest`: newest accounts first.',
  }),
  after: Type.Optional(text({ min: 1, max: 100, description: '`meta.next_cursor` of the previous page.' })),
  size: Type.Integer({
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
    default: 24,
    description: 'Number of creators per page; 24 fill rows of two, three and four.',
  }),
} satisfies Record<string, TSchema>;

export const creatorQuery = filters;
export const keeperQuery = {
  ...filters,
  list: Type.Optional(id({ description: 'Of this list of the store or the agency.' })),
  worked_together: Type.Optional(
    Type.Boolean({
      description:
        'Only creators who have worked with the store, or only others. For an agency: only those who belong to it, or only others.',
    }),
  ),
};

/** The query as it is validated. */
interface CreatorQuery extends Pick<CreatorFilters, 'country' | 'platform' | 'order' | 'after' | 'size'> {
  q?: string | undefined;
  topics?: readonly number[] | undefined;
  languages?: readonly string[] | undefined;
  followers_from?: number | undefined;
  followers_to?: number | undefined;
  is_verified?: boolean | undefined;
  list?: number | undefined;
  worked_together?: boolean | undefined;
  clicks_band?: number | undefined;
  orders_band?: number | undefined;
  conversion_band?: number | undefined;
  approval_band?: number | undefined;
}

export function filtersOf(query: CreatorQuery): CreatorFilters {
  const { country, platform, order, after, size } = query;
  const bands: Partial<Record<Figure, number>> = {};
  for (const figure of FIGURES) {
    const least = query[`${figure}_band`];
    if (least !== undefined) bands[figure] = least;
  }
  return {
    text: query.q,
    topicIds: query.topics,
    country,
    languages: query.languages,
    platform,
    followersFrom: query.followers_from,
    followersTo: query.followers_to,
    isVerified: query.is_verified,
    listId: query.list,
    workedTogether: query.worked_together,
    bands,
    order,
    after,
    size,
  };
}

/** @param publicUrl base of our addresses */
export function presentFound(found: FoundCreator, publicUrl: string) {
  return {
    user_id: found.userId,
    ...presentProfile(found, publicUrl),
    followers: found.largestFollowers === 0 ? null : found.largestFollowers,
    channels: found.channels.map(({ isProven, statedFollowers, ...channel }) => ({
      ...channel,
      is_proven: isProven,
      stated_followers: statedFollowers,
    })),
    ...presentResults(found),
    has_worked_together: found.hasWorkedTogether,
    note: found.note,
    list_ids: found.listIds,
  };
}

const listName = publicName({ max: 80 });
export const CreatorListRecord = Type.Object({
  id: id(),
  name: Type.String(),
  creators: whole({ min: 0, max: MAX_MEMBERS, description: 'Those whom the owner of the list finds now.' }),
});
export const CreatorLists = completeList(CreatorListRecord, { description: `By name, at most ${MAX_LISTS}.` });
export const CreatorListBody = Type.Object({ name: listName });
const skipped = Type.Array(id(), {
  description: 'Whom the caller’s store or agency cannot find, and whom it may not invite.',
});
export const MembersBody = Type.Object({
  user_ids: list(id(), { min: 1, max: MAX_INVITED, description: 'Creators whom the owner of the list finds.' }),
});
export const AddedMembers = Type.Object({ list: CreatorListRecord, skipped_user_ids: skipped });
export const NoteBody = Type.Object({
  note: words({ max: 2_000, description: 'For members of the store, or representatives of the agency, only.' }),
});
export const SimilarCreators = completeList(FoundCreatorRecord, {
  description: `At most ${MAX_SIMILAR}, with most in common first.`,
});
export const InvitationBody = Type.Object({
  offer_id: id({ description: 'A campaign of the store that creators join.' }),
  user_ids: Type.Optional(
    list(id(), { max: MAX_INVITED, description: 'Creators who are listed, or have worked with the store.' }),
  ),
  list_id: Type.Optional(id({ description: 'All creators of this list.' })),
  emails: Type.Optional(
    list(email(), {
      max: MAX_INVITED,
      description: 'People who may not be here yet. They have the invitation as soon as they have proven the address.',
    }),
  ),
});
export const InvitedReply = Type.Object({
  invited_user_ids: Type.Array(id(), { description: 'Also those whom the campaign had invited before.' }),
  skipped_user_ids: skipped,
});

nameSchemas({
  CreatorList: CreatorListRecord,
  CreatorListInput: CreatorListBody,
  CreatorListMembersInput: MembersBody,
  AddedCreators: AddedMembers,
  CreatorNoteInput: NoteBody,
  CreatorInvitationInput: InvitationBody,
  InvitedCreators: InvitedReply,
  FoundCreator: FoundCreatorRecord,
  FoundCreatorPage,
});
