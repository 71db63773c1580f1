import { Type } from 'typebox';
import { STORE_KEY_SCOPES } from '../../../platform/auth/store-keys.ts';
import {
  dateTime,
  email,
  id,
  list,
  nameSchemas,
  nullable,
  oneOf,
  publicName,
  text,
} from '../../../platform/http/fields.ts';
import { PASSWORD_LENGTH } from '../../../platform/limits.ts';
import { PasskeyAnswer } from '../passkeys/schemas.ts';
import { teamRole } from '../team/schemas.ts';
import { CurrentTermsList } from '../terms/schemas.ts';
import { MAX_SHOWN, USER_ROLES } from './find-me.ts';

const named = { id: id(), name: Type.String() };
const inTeam = { ...named, role: teamRole() };
const shown = { max: MAX_SHOWN, description: `Sorted by name; at most ${MAX_SHOWN}.` };

export const MeRecord = Type.Object({
  id: id(),
  username: Type.String(),
  display_name: Type.String({ description: 'The display name, otherwise the name, otherwise the username.' }),
  email: Type.String(),
  roles: list(oneOf(USER_ROLES), {
    max: USER_ROLES.length,
    description:
      'The user’s roles: administrator, member of a store, representative of a client, creator. A creator has none of the other roles or belongs to a client.',
  }),
  stores: list(Type.Object(inTeam), {
    ...shown,
    description: `The stores of which the user is a member. ${shown.description}`,
  }),
  clients: list(Type.Object(inTeam), {
    ...shown,
    description: `The clients that the user represents. ${shown.description}`,
  }),
  client: nullable(Type.Object(named, { description: 'The client that the user belongs to as a creator.' })),
  store_group: nullable(
    Type.Object({ ...named, currency: Type.String() }, { description: 'The user’s market, otherwise the client’s.' }),
  ),
  locale: Type.String({
    description: 'The user’s locale, otherwise the market’s, otherwise en_GB.',
    examples: ['sv_SE'],
  }),
  language: Type.String({ description: 'The language of the locale.', examples: ['sv'] }),
  preferred_locale: nullable(
    Type.String({
      description: 'The locale that the user has chosen; null if none was chosen: a program then follows the device.',
      examples: ['sv_SE'],
    }),
  ),
  is_suspended: Type.Boolean({
    description: 'A suspended user cannot act for others, creates no links and earns nothing.',
  }),
  awaits_approval: Type.Boolean({
    description: 'The user has signed up and is suspended until an administrator approves.',
  }),
  second_factor_required: Type.Boolean({
    description:
      'Whether the marketplace withholds roles until the user has added a second factor, and the session was opened or confirmed with it.',
  }),
  deletion_due_at: nullable(
    dateTime({ description: 'When the account will be erased; null unless its owner has requested that.' }),
  ),
  has_password: Type.Boolean({ description: 'False: the user signs in with the identity provider.' }),
});

export const ProfileBody = Type.Object({
  display_name: publicName({
    max: 128,
    description: 'What others see of the person, without web addresses, e-mail addresses and phone numbers.',
  }),
});

const StoreKeyIdentity = Type.Object({
  store: Type.Object(named),
  key: Type.Object({
    id: id(),
    hint: Type.String(),
    name: Type.String(),
    scopes: list(oneOf(STORE_KEY_SCOPES)),
    expires_at: nullable(dateTime()),
  }),
});

/** The reply to people and to API keys of stores. */
export const IdentityReply = Type.Union([MeRecord, StoreKeyIdentity], {
  'x-usual': true,
  description:
    'With an API key of a store instead: `store` (`id`, `name`) and `key` (`id`, `hint`, `name`, `scopes`, `expires_at`).',
});

/** An entered password, valid or not. */
const typedPassword = () => text({ min: 1, max: PASSWORD_LENGTH.max });

export const SignInBody = Type.Object({
  email: email(),
  password: typedPassword(),
  code: Type.Optional(
    text({
      min: 1,
      max: 64,
      description: 'For accounts with a second factor: a code of the app, or a recovery code.',
    }),
  ),
  mailed_code: Type.Optional(
    text({
      min: 1,
      max: 64,
      description: 'The code that was mailed after many wrong passwords for the address (400 `mailed_code_required`).',
    }),
  ),
  passkey: Type.Optional(PasskeyAnswer),
});

export const Session = Type.Object({
  token: Type.String({ description: 'The value of the header `Authorization`. It is shown only here.' }),
  expires_at: dateTime(),
  user: MeRecord,
});

export const ConsoleSession = Type.Object({ expires_at: dateTime(), user: MeRecord });

export const SignInOptions = Type.Object({
  terms: CurrentTermsList,
  identity: nullable(
    Type.Object(
      { name: Type.String() },
      { description: 'The identity provider for sign-ins (`startIdentitySignIn`).' },
    ),
  ),
  demo: list(
    Type.Object({
      role: oneOf(USER_ROLES),
      name: Type.String(),
      email: Type.String(),
      password: Type.String(),
    }),
    { max: USER_ROLES.length, description: 'Empty without demo data, and for requests from other machines.' },
  ),
});

export const PasswordBody = Type.Object({
  current_password: typedPassword(),
  password: text({
    ...PASSWORD_LENGTH,
    description: 'The new password. Passwords that are easy to guess are refused.',
  }),
  keep_tokens: Type.Optional(
    Type.Boolean({ description: 'Whether API tokens remain valid. Sessions always end. Defaults to false.' }),
  ),
});

nameSchemas({
  Me: MeRecord,
  ProfileInput: ProfileBody,
  StoreKeyIdentity,
  SignInInput: SignInBody,
  Session,
  ConsoleSession,
  SignInOptions,
});
