import { Type } from 'typebox';
import { SCOPES } from '../../../platform/auth/scopes.ts';
import { dateTime, email, id, list, nameSchemas, nullable, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { DEFAULT_TOKEN_DAYS } from './lifetime.ts';
import { MAX_TOKEN_DAYS } from './manage-tokens.ts';

const scopeList = (description: string) => list(oneOf(SCOPES), { min: 1, max: SCOPES.length, description });

const record = {
  id: id(),
  hint: Type.String({ description: 'The first characters, by which a user can identify the token.' }),
  purpose: oneOf(['api', 'access', 'session'], {
    description: '`api`: for a program; `access`: one hour on behalf of a creator; `session`: a signed-in user.',
  }),
  name: Type.String(),
  created_at: dateTime(),
  created_by: nullable(
    id({ description: 'The user who created it. Another user than the owner acts through it on the owner’s behalf.' }),
  ),
  expires_at: nullable(dateTime({ description: 'Null: it is valid until it is revoked.' })),
  last_used_at: nullable(dateTime({ description: 'To the minute.' })),
  scopes: scopeList('The permitted scopes. Each route names the scope that it requires.'),
};

const asked = {
  scopes: Type.Optional(scopeList('The permitted scopes; `read` by default.')),
};

export const tokenQuery = pageQuery();

export const TokenList = v2Envelope(Type.Object(record));

export const TokenBody = Type.Object({
  name: text({ min: 1, max: 128, description: 'The purpose of the token.' }),
  days: Type.Optional(
    whole({
      min: 1,
      max: MAX_TOKEN_DAYS,
      description: `The lifetime in days; ${DEFAULT_TOKEN_DAYS} by default.`,
    }),
  ),
  ...asked,
});

export const OwnTokenBody = Type.Object({
  ...TokenBody.properties,
  expires_at: Type.Optional(dateTime({ description: 'The time of expiry, instead of `days`.' })),
});

export const OwnSessionList = v2Envelope(
  Type.Object({
    id: id(),
    device: nullable(
      Type.String({ description: 'Browser and system, as far as they are known.', examples: ['Firefox on Linux'] }),
    ),
    country: nullable(
      Type.String({
        description: 'The country from which it was opened (ISO 3166-1 alpha-2), if the proxy names it.',
        examples: ['SE'],
      }),
    ),
    created_at: dateTime(),
    last_used_at: nullable(dateTime({ description: 'To the minute.' })),
    expires_at: nullable(dateTime({ description: 'Extended by each use. A session lasts at most thirty days.' })),
    second_factor: Type.Boolean({ description: 'Whether the session was opened or confirmed with a second factor.' }),
    is_current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  }),
);

export const endSessionsQuery = {
  keep_current: Type.Optional(Type.Boolean({ description: 'Whether the session of this request remains open.' })),
};

export const NewToken = Type.Object({
  ...record,
  token: Type.String({ description: 'Send it unchanged in `Authorization`. It is shown only in this reply.' }),
});

export const FromEmailBody = Type.Object({ email: email() });

export const FromIdBody = Type.Object({ userId: id() });

export const AccessToken = Type.Object(
  {
    access_token: Type.String({
      description: 'Send it unchanged in `Authorization`. It is shown only in this reply.',
    }),
    expires_in: whole({ description: 'Seconds.' }),
    expires_at: Type.String({ examples: ['2030-01-31 12:00:00'] }),
  },
  { description: 'Acts only for the creator, even if the creator gains other roles. (The body is an addition.)' },
);

export const Hello = Type.Object({
  message: Type.String(),
  input: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'The arguments of the query and of a JSON body; where both name one, that of the query.',
  }),
});

nameSchemas({
  TokenPage: TokenList,
  TokenInput: TokenBody,
  OwnTokenInput: OwnTokenBody,
  OwnSessionPage: OwnSessionList,
  NewToken,
  AccessToken,
  Hello,
});
