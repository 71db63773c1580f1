import { Type } from 'typebox';
import { SCOPES } from '../../../platform/auth/scopes.ts';
import { dateTime, email, id, list, nullable, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { MAX_TOKEN_DAYS } from './manage-tokens.ts';

const scopeList = (description: string) => list(oneOf(SCOPES), { min: 1, max: SCOPES.length, description });

const record = {
  id: id(),
  hint: Type.String({ description: 'The first characters, so that a person can tell it from others.' }),
  purpose: oneOf(['api', 'access', 'session'], {
    description: 'For a program; for an hour on a creator’s behalf; of somebody who has signed in.',
  }),
  name: Type.String(),
  created_at: dateTime(),
  created_by: nullable(id({ description: 'Who made it, when that was somebody else.' })),
  expires_at: nullable(dateTime({ description: 'Null: it holds until it is revoked.' })),
  last_used_at: nullable(dateTime({ description: 'To the minute.' })),
  scopes: scopeList('What it may be used for; each route names the one that it needs.'),
};

const asked = {
  scopes: Type.Optional(scopeList('What it may be used for. Left out: everything that the caller’s own token may.')),
};

export const tokenQuery = pageQuery({ defaultSize: 20, maxSize: 100 });

export const TokenList = v2Envelope(Type.Object(record));

export const TokenBody = Type.Object({
  name: text({ min: 1, max: 128, description: 'What it is for.' }),
  days: Type.Optional(
    whole({ min: 1, max: MAX_TOKEN_DAYS, description: 'How long it holds; else until it is revoked.' }),
  ),
  ...asked,
});

export const OwnTokenBody = Type.Object({
  ...TokenBody.properties,
  expires_at: Type.Optional(dateTime({ description: 'In place of `days`: until when it holds.' })),
});

export const OwnSessionList = v2Envelope(
  Type.Object({
    id: id(),
    device: nullable(
      Type.String({ description: 'Browser and system, as far as they say so.', examples: ['Firefox on Linux'] }),
    ),
    created_at: dateTime(),
    last_used_at: nullable(dateTime({ description: 'To the minute.' })),
    expires_at: nullable(dateTime({ description: 'Unless it is used before: a session lasts thirty days at most.' })),
    second_factor: Type.Boolean({ description: 'Opened or confirmed with a second factor.' }),
    is_current: Type.Boolean({ description: 'The one that this request is made with.' }),
  }),
);

export const endSessionsQuery = {
  keep_current: Type.Optional(Type.Boolean({ description: 'The session of this request goes on.' })),
};

export const NewToken = Type.Object({
  ...record,
  token: Type.String({ description: 'To be sent as it is in `Authorization`. It is shown here and never again.' }),
});

export const FromEmailBody = Type.Object({ email: email() });

export const FromIdBody = Type.Object({ userId: id() });

export const AccessToken = Type.Object(
  {
    access_token: Type.String({
      description: 'To be sent as it is in `Authorization`. It is shown here and never again.',
    }),
    expires_in: whole({ description: 'Seconds.' }),
    expires_at: Type.String({ examples: ['2030-01-31 12:00:00'] }),
  },
  { description: 'Acts for the creator, and for nobody else whatever the creator becomes. (Body ours.)' },
);

export const Hello = Type.Object({
  message: Type.String(),
  input: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'The arguments of the query and of a JSON body; where both name one, that of the query.',
  }),
});
