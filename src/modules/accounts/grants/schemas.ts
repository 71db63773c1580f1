import { Type } from 'typebox';
import { GRANT_SCOPES } from '../../../platform/auth/grant-scope.ts';
import { dateTime, id, list, nullable, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';

const scopes = (description: string, min = 1) =>
  list(oneOf(GRANT_SCOPES), { min, max: GRANT_SCOPES.length, description });
const optional = (max: number, description?: string) =>
  Type.Optional(text(description === undefined ? { max } : { max, description }));

const client = nullable(
  Type.String({ description: 'The name that the program gives itself; nobody has verified it. Null: none.' }),
);
const host = nullable(
  Type.String({ description: 'The host to which the browser returns. Null: a program on the person’s computer.' }),
);

/** The fields of an authorization request (OAuth 2.1, 4.1.1; RFC 7636; RFC 8707). */
export const requestFields = {
  client_id: text({ min: 1, max: 100, description: 'The id of the registered program.' }),
  redirect_uri: text({ min: 1, max: 512, description: 'Where the browser returns: a registered address.' }),
  response_type: optional(100, '`code`.'),
  code_challenge: optional(200, 'The SHA-256 of the program’s verifier, in base64url.'),
  code_challenge_method: optional(20, '`S256`.'),
  scope: optional(500, 'What the program asks for, separated by spaces; by default `read`.'),
  state: optional(2000, 'Returned to the program unchanged.'),
  resource: optional(500, 'The address for which the tokens are valid: that of `/mcp`.'),
};

export const CheckedRequest = Type.Object({
  client,
  host,
  scopes: scopes('What the program asks for.', 0),
  problem: nullable(
    Type.String({ description: 'An error code of OAuth: the request cannot be granted. Null: it can.' }),
  ),
  refused_url: Type.String({ description: 'Where the browser goes when the person refuses.' }),
});

export const GrantBody = Type.Object({
  ...requestFields,
  scopes: scopes('What the person permits of it. `read` is always permitted.'),
});

export const NewGrant = Type.Object({
  granted_url: Type.String({
    description: 'Where the browser goes, with a code that the program exchanges within a minute.',
  }),
});

export const grantQuery = pageQuery();

export const GrantList = v2Envelope(
  Type.Object({
    id: id(),
    client,
    host,
    scopes: scopes('What the program may do.'),
    created_at: dateTime(),
    last_used_at: nullable(dateTime({ description: 'To the minute.' })),
    expires_at: dateTime({ description: 'Extended by each use, up to 90 days after the permission.' }),
  }),
);

/** The metadata of a program (RFC 7591). Other fields are ignored. */
export const ClientBody = Type.Object(
  {
    redirect_uris: Type.Optional(list(text({ max: 2000 }), { max: 100 })),
    client_name: Type.Optional(text({ max: 1000 })),
  },
  { additionalProperties: true },
);

export const RegisteredClient = Type.Object({
  client_id: Type.String(),
  client_id_issued_at: whole({ description: 'Seconds since 1970.' }),
  client_name: Type.Optional(Type.String()),
  redirect_uris: Type.Array(Type.String()),
  grant_types: Type.Array(Type.String()),
  response_types: Type.Array(Type.String()),
  token_endpoint_auth_method: Type.Literal('none'),
});

/** The form of the token endpoint. Which fields are needed depends on `grant_type`; unknown ones are ignored, as OAuth demands. */
export const TokenForm = Type.Object(
  {
    grant_type: optional(100),
    client_id: optional(100),
    code: optional(200),
    redirect_uri: optional(512),
    code_verifier: optional(200),
    refresh_token: optional(200),
    scope: optional(500),
    resource: optional(500),
  },
  { additionalProperties: true },
);

export const TokenReply = Type.Object({
  access_token: Type.String({ description: 'Only for the resource of the grant.' }),
  token_type: Type.Literal('Bearer'),
  expires_in: whole({ description: 'Seconds.' }),
  refresh_token: Type.String({ description: 'For one exchange. A second one ends the grant.' }),
  scope: Type.String(),
});

export const RevocationForm = Type.Object(
  {
    token: optional(200),
    token_type_hint: optional(100),
    client_id: optional(100),
  },
  { additionalProperties: true },
);

export const ServerMetadata = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  registration_endpoint: Type.String(),
  revocation_endpoint: Type.String(),
  scopes_supported: Type.Array(Type.String()),
  response_types_supported: Type.Array(Type.String()),
  response_modes_supported: Type.Array(Type.String()),
  grant_types_supported: Type.Array(Type.String()),
  token_endpoint_auth_methods_supported: Type.Array(Type.String()),
  revocation_endpoint_auth_methods_supported: Type.Array(Type.String()),
  code_challenge_methods_supported: Type.Array(Type.String()),
  authorization_response_iss_parameter_supported: Type.Boolean(),
  service_documentation: Type.String(),
});

export const ResourceMetadata = Type.Object({
  resource: Type.String(),
  authorization_servers: Type.Array(Type.String()),
  scopes_supported: Type.Array(Type.String()),
  bearer_methods_supported: Type.Array(Type.String()),
  resource_name: Type.String(),
});
