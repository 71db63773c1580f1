import { Type } from 'typebox';
import { day, flag01, id, nameSchemas, oneOf, whole } from '../../../platform/http/fields.ts';
import { storeUserFields } from '../record/schemas.ts';
import { legacyUserTagFields } from '../schemas.ts';
import { MAX_ENTRIES } from './find-dashboard.ts';

const time = () => Type.String({ examples: ['2030-01-31 12:00:00'] });

const SocialAccount = Type.Object({
  id: id(),
  user_id: id(),
  type: oneOf(['blog', 'social']),
  identifier: Type.String(),
  is_valid: flag01(),
  created_at: time(),
  updated_at: time(),
  followers: whole({ min: 0 }),
});

const OneTimeEarning = Type.Object({
  id: id(),
  user_id: id(),
  store_id: id(),
  user_earnings: whole({ min: 0, description: 'Minor units of the store’s currency.' }),
  payment_date: day(),
  created_at: time(),
  updated_at: time(),
  comment: Type.String(),
});

/** A creator as a store sees them. */
export const UserDashboard = Type.Object({
  ...storeUserFields,
  public_name: Type.String({ description: 'The display name, otherwise the username. (An addition.)' }),
  phone: Type.String({ description: 'Empty when there is none.' }),
  can_edit: Type.Boolean({ description: 'Whether the caller may act for the creator.' }),
  user_tags: Type.Array(
    Type.Object({ ...legacyUserTagFields, pivot: Type.Object({ user_id: id(), user_tag_id: id() }) }),
    { maxItems: MAX_ENTRIES, description: 'Common tags and the store’s own.' },
  ),
  social_media: Type.Array(SocialAccount, { maxItems: MAX_ENTRIES }),
  one_time_earnings: Type.Array(OneTimeEarning, {
    maxItems: MAX_ENTRIES,
    description: 'Payments of this store to the creator, latest first.',
  }),
});

nameSchemas({ SocialAccount, OneTimeEarning, UserDashboard });
