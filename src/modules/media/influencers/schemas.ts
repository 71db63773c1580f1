import { Type } from 'typebox';
import { flag01, id, list, nameSchemas, nullable, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { legacyEnvelope, pageQuery } from '../../../platform/pagination.ts';
import { MAX_ENTRIES, SORT_COLUMNS } from './list-influencers.ts';
import { idsField } from './read-ids.ts';

const limit = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }));

const SORTS = SORT_COLUMNS.flatMap((column) => [column, `${column}:desc`, `${column}:asc`] as const);

export const influencerQuery = {
  store_id: Type.Optional(
    id({ description: 'Only creators with a link to this store, which the caller must be allowed to administer.' }),
  ),
  follower_from: limit('Fewest followers.'),
  follower_to: limit('Most followers.'),
  avg_stories_from: limit('Minimum of stories on average.'),
  avg_stories_to: limit('Maximum of stories on average.'),
  performance_from: limit('Lowest performance.'),
  performance_to: limit('Highest performance.'),
  branding_from: limit('Lowest branding.'),
  branding_to: limit('Highest branding.'),
  tags: Type.Optional(idsField('Only users with one of these user tags')),
  users: Type.Optional(idsField('Only these users')),
  is_business: Type.Optional(Type.Boolean({ description: 'Only business accounts, or only others.' })),
  locale: Type.Optional(
    Type.String({
      pattern: '^[a-z]{2}(?:_[A-Z]{2})?$',
      'x-says': 'must be a locale such as sv_SE, or a language such as sv',
      description: 'This locale, or any locale of this language.',
      examples: ['sv_SE', 'sv'],
    }),
  ),
  work_status: Type.Optional(text({ min: 1, max: 64, description: 'Exact value from the social data.' })),
  sort: Type.Optional(
    oneOf(SORTS, {
      description:
        'A column, descending unless `:asc` follows (`username`: ascending unless `:desc` follows). Influencers without the figure come last, or first with `:asc`. Followers by default.',
    }),
  ),
  ...pageQuery(),
};

const figure = (description: string) => nullable(Type.Number({ description: `${description} Null: not known.` }));

const Influencer = Type.Object({
  id: id({ description: 'Of the user.' }),
  username: Type.String(),
  display_name: Type.String({ description: 'The username if unknown.' }),
  locale: Type.String({ description: 'Empty when unknown.', examples: ['sv_SE'] }),
  is_business: Type.Boolean(),
  work_status: Type.String({ description: 'Empty when unknown.', examples: ['full_time'] }),
  followers: whole({ min: 0, description: 'Total of all social accounts.' }),
  avg_stories: figure('Average number of stories.'),
  performance: figure('Performance of the creator’s links relative to others; 1 is average.'),
  branding: figure('Proportion of the creator’s content about brands, 0 to 1.'),
  has_full_data: Type.Boolean({ description: 'Whether the social data have been downloaded completely.' }),
  social_media: list(
    Type.Object({
      id: id(),
      type: oneOf(['blog', 'social']),
      identifier: Type.String(),
      is_valid: flag01(),
      followers: whole({ min: 0 }),
    }),
    { max: MAX_ENTRIES },
  ),
  user_tags: list(Type.Object({ id: id(), name: Type.String(), slug: Type.String() }), {
    max: MAX_ENTRIES,
    description: 'Common tags and the store’s own.',
  }),
});

export const InfluencerList = {
  ...legacyEnvelope(Influencer),
  description: 'Public facts about a creator, without personal data. (The contract does not specify this record.)',
};

export const DownloadedBody = Type.Object({
  user_id: id({ description: 'The influencer.' }),
  store_id: id({ description: 'The store whose members are notified.' }),
});

export const Downloaded = Type.Object(
  {
    user_id: id(),
    store_id: id(),
    data_downloaded_at: Type.String({ examples: ['2030-01-31 12:00:00'] }),
    mails: whole({
      min: 0,
      description: 'Number of mails enqueued by this request; 0 when the store was notified before.',
    }),
  },
  { description: '(The body is an addition.)' },
);

nameSchemas({ Influencer, InfluencerDownload: Downloaded });
