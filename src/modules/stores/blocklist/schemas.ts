import { Type } from 'typebox';
import { dateTime, id, list, nameSchemas, text, whole } from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { personReply } from '../../accounts/index.ts';

export const blocklistQuery = {
  query: Type.Optional(
    text({ max: 128, description: 'Finds entries of users: a user’s id, or a part of the username in any case.' }),
  ),
  ...pageQuery(),
};

const BlocklistEntry = Type.Object(
  {
    id: id(),
    created_at: dateTime(),
    validate_clicks: Type.Boolean({
      description: 'True: no new links can be created, but clicks on existing ones count. (An addition.)',
    }),
    created_by: Type.Optional(
      Type.Object(
        {
          id: id(),
          username: Type.String(),
          display_name: Type.String(),
          email: Type.String(),
          client_id: whole({ min: 0, description: '0: of no client.' }),
          preferred_locale: Type.String({ description: 'Empty: none was chosen.' }),
          locale: Type.String({ description: 'That one, otherwise the market’s; empty: neither is known.' }),
          language: Type.String({ description: 'Likewise.' }),
        },
        { description: 'The user who created the entry; absent if the system did.' },
      ),
    ),
    user: Type.Optional(personReply({ description: 'The user who is blocked. (An addition.)' })),
    user_tag: Type.Optional(
      Type.Object(
        { id: id(), name: Type.String() },
        { description: 'The tag whose users are blocked. (An addition.)' },
      ),
    ),
    client: Type.Optional(
      Type.Object(
        {
          id: id(),
          name: Type.String(),
          has_own_payment_system: Type.Boolean(),
          revenue_share: Type.Number({
            description: 'For administrators and that client’s representatives; otherwise 0.',
          }),
        },
        { description: 'The client whose users are blocked.' },
      ),
    ),
  },
  { description: 'Exactly one of `user`, `user_tag` and `client` is present.' },
);

export const Blocklist = v2Envelope(BlocklistEntry);

export const AddedEntries = Type.Array(BlocklistEntry, {
  description: 'The new entries, without those that existed before. (The body is an addition.)',
});

export const BlockBody = Type.Object({
  users: Type.Optional(
    list(
      Type.Object({
        id: id(),
        validate_clicks: Type.Optional(
          Type.Boolean({ description: 'True: clicks on existing links still count. Defaults to false.' }),
        ),
      }),
    ),
  ),
  user_tag_ids: Type.Optional(list(id(), { description: 'Common tags and the store’s own.' })),
  client_ids: Type.Optional(list(id())),
});

nameSchemas({ BlocklistEntry });
