import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Type } from 'typebox';
import { dateTime, id, list, nameSchemas, nameText, nullable, text, whole } from '../../../platform/http/fields.ts';
import type { Passkey } from './list-passkeys.ts';

/** Browsers send more fields than the server reads, and may add new ones. */
const OPEN = { additionalProperties: true };
const base64url = (max: number) => text({ min: 1, max });
const credential = {
  id: base64url(2048),
  rawId: base64url(2048),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}, OPEN),
};

const RegistrationResponse = Type.Unsafe<RegistrationResponseJSON>(
  Type.Object(
    {
      ...credential,
      response: Type.Object(
        {
          clientDataJSON: base64url(8192),
          attestationObject: base64url(65_536),
          transports: Type.Optional(list(text({ max: 32 }), { max: 16 })),
        },
        OPEN,
      ),
    },
    { ...OPEN, description: 'The `RegistrationResponseJSON` of the browser (Web Authentication, Level 3).' },
  ),
);

export const PasskeyAnswer = Type.Unsafe<AuthenticationResponseJSON>(
  Type.Object(
    {
      ...credential,
      response: Type.Object(
        {
          clientDataJSON: base64url(8192),
          authenticatorData: base64url(8192),
          signature: base64url(8192),
          userHandle: Type.Optional(base64url(128)),
        },
        OPEN,
      ),
    },
    { ...OPEN, description: 'The `AuthenticationResponseJSON` of the browser (Web Authentication, Level 3).' },
  ),
);

const Credentials = list(
  Type.Object({ id: Type.String(), type: Type.String(), transports: Type.Optional(list(Type.String(), { max: 16 })) }),
  { max: 20 },
);

export const RegistrationOptions = Type.Object(
  {
    challenge: Type.String({ description: 'Good once, for five minutes.' }),
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: list(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') }), { max: 16 }),
    timeout: whole({ min: 1 }),
    attestation: Type.Literal('none'),
    excludeCredentials: Credentials,
    authenticatorSelection: Type.Object({
      residentKey: Type.Literal('required'),
      requireResidentKey: Type.Boolean(),
      userVerification: Type.Literal('required'),
    }),
  },
  { description: '`PublicKeyCredentialCreationOptionsJSON`, for `navigator.credentials.create()`.' },
);

export const RequestOptions = Type.Object(
  {
    challenge: Type.String({ description: 'Good once, for five minutes.' }),
    rpId: Type.String(),
    timeout: whole({ min: 1 }),
    userVerification: Type.Literal('required'),
  },
  { description: '`PublicKeyCredentialRequestOptionsJSON`, for `navigator.credentials.get()`.' },
);

const name = () => nameText({ max: 64, description: 'A name for the owner to recognise it.' });

export const PasskeyRecord = Type.Object({
  id: id(),
  name: Type.String(),
  backed_up: Type.Boolean({
    description: 'Whether the operating system or a password manager copies the passkey to other devices of its owner.',
  }),
  created_at: dateTime(),
  last_used_at: nullable(dateTime()),
});

export const PasskeyList = Type.Object({ data: list(PasskeyRecord, { max: 20 }) });
export const PasskeyName = Type.Object({ name: name() });
export const NewPasskeyBody = Type.Object({ name: name(), response: RegistrationResponse });
export const NewPasskey = Type.Object({
  passkey: PasskeyRecord,
  recovery_codes: nullable(
    list(Type.String(), {
      max: 10,
      description:
        'Created with the first second factor of an account, and shown once; null: the account already has some.',
    }),
  ),
});
export const PasskeySignInBody = Type.Object({ response: PasskeyAnswer });

export function presentPasskey({ id, name, backedUp, createdAt, lastUsedAt }: Passkey) {
  return {
    id,
    name,
    backed_up: backedUp,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}

nameSchemas({
  PasskeyRegistrationOptions: RegistrationOptions,
  PasskeyRequestOptions: RequestOptions,
  Passkey: PasskeyRecord,
  PasskeyList,
  PasskeyName,
  NewPasskey,
});
