import { Type } from 'typebox';
import { dateTime, id, list, nameSchemas, nullable, text, whole } from '../../../platform/http/fields.ts';
import { MAX_HASHTAGS } from '../../../platform/limits.ts';
import { LONGEST_HASHTAG } from './hashtags.ts';

const time = () => Type.String({ examples: ['2030-01-31 12:00:00'] });

export const EmailQuota = Type.Object(
  {
    limit: whole({ description: 'The number of mails that may be sent for the store in a calendar month (UTC).' }),
    used: whole({ description: 'How many have, this month.' }),
    remaining: whole(),
    resets_at: dateTime({ description: 'When the next month begins.' }),
  },
  { description: 'The quota of this month. (The body is an addition.)' },
);

export const StoreActivity = Type.Object(
  {
    id: id(),
    name: Type.String(),
    active: Type.Boolean(),
    deactivated_at: nullable(dateTime({ description: 'Null: the store is active.' })),
  },
  { description: 'Whether the store is active. (The body is an addition.)' },
);

const Hashtag = Type.Object({
  id: id(),
  store_id: id(),
  hashtag: Type.String({ description: 'Without `#`.' }),
  created_at: time(),
  updated_at: time(),
});

export const Hashtags = Type.Array(Hashtag);

export const HashtagsBody = Type.Object({
  store_id: Type.String({ maxLength: 16, description: 'The store of the path.' }),
  hashtags: Type.Optional(
    list(text({ max: LONGEST_HASHTAG }), {
      max: MAX_HASHTAGS,
      description: 'All hashtags of the store, with or without `#`. If omitted, they are unchanged.',
    }),
  ),
});

nameSchemas({ EmailQuota, StoreActivity, Hashtag });
