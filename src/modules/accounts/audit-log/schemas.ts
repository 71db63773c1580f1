import { Type } from 'typebox';
import { formatField, headingLanguage } from '../../../platform/export/export.ts';
import { dateTime, id, nameSchemas, nullable, text } from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';

const AuditEntry = Type.Object({
  id: id(),
  at: dateTime(),
  actor: nullable(
    Type.Object(
      { id: id(), username: Type.String() },
      { description: 'Null: no user; a hook, a failed sign-in, or the API key of a store.' },
    ),
  ),
  store_key: nullable(
    Type.Object(
      { id: id(), name: Type.String() },
      { description: 'The API key of the store that acted in place of a user.' },
    ),
  ),
  action: Type.String({ description: 'The subject and the action.', examples: ['token.created'] }),
  subject_kind: Type.String(),
  subject_id: nullable(id()),
  subject_name: nullable(
    Type.String({ description: 'What the subject is called; null: it has no name, or does not exist any more.' }),
  ),
  details: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'Never a secret; addresses are hashed.',
  }),
});

export const AuditLog = v2Envelope(AuditEntry);

/** The filters of every audit log. */
export const ownAuditQuery = {
  actor_id: Type.Optional(id({ description: 'Only what this user did.' })),
  action: Type.Optional(
    text({ min: 1, max: 64, description: 'Only entries with this action, such as `token.created`.' }),
  ),
  from: Type.Optional(dateTime({ description: 'From this instant on.' })),
  to: Type.Optional(dateTime({ description: 'Before this instant.' })),
  format: Type.Optional(formatField()),
  lang: headingLanguage(),
  ...pageQuery(),
};

export const auditQuery = {
  subject_kind: Type.Optional(
    text({ min: 1, max: 64, description: 'Only entries about records of this kind, such as `store`.' }),
  ),
  subject_id: Type.Optional(
    id({ description: 'Only entries about the record with this id; requires `subject_kind`.' }),
  ),
  ...ownAuditQuery,
};

nameSchemas({ AuditEntry });
