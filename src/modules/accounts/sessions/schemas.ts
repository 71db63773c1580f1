import { Type } from 'typebox';
import { dateTime, email, id, list, nullable, oneOf, text } from '../../../platform/http/fields.ts';
import { PasskeyAnswer } from '../passkeys/schemas.ts';
import { PASSWORD_LENGTH } from '../password.ts';
import { teamRole } from '../team/schemas.ts';
import { CurrentTermsList } from '../terms/schemas.ts';
import { MAX_SHOWN, USER_ROLES } from './find-me.ts';

const named = { id: id(), name: Type.String() };
const inTeam = { ...named, role: teamRole() };
const shown = { max: MAX_SHOWN, description: `By name; at most ${MAX_SHOWN}.` };

export const MeRecord = Type.Object({
  id: id(),
  username: Type.String(),
  display_name: Type.String({ description: 'Else the person’s name, else the username.' }),
  email: Type.String(),
  roles: list(oneOf(USER_ROLES), {
    max: USER_ROLES.length,
    description:
      'What follows from the facts: an administrator; a member of a store; a representative of a client; a creator, who is none of these or belongs to a client.',
  }),
  stores: list(Type.Object(inTeam), {
    ...shown,
    description: `Those that the person is a member of. ${shown.description}`,
  }),
  clients: list(Type.Object(inTeam), {
    ...shown,
    description: `Those that the person represents. ${shown.description}`,
  }),
  client: nullable(Type.Object(named, { description: 'The one that the person belongs to as a creator.' })),
  store_group: nullable(
    Type.Object({ ...named, currency: Type.String() }, { description: 'The person’s market, else the client’s.' }),
  ),
  locale: Type.String({ description: 'The person’s, else the market’s, else en_GB.', examples: ['sv_SE'] }),
  language: Type.String({ description: 'Of that locale.', examples: ['sv'] }),
  is_suspended: Type.Boolean({ description: 'Acts for nobody else, makes no links and earns nothing.' }),
  awaits_approval: Type.Boolean({
    description: 'Has signed up, and waits for an administrator; suspended until then.',
  }),
  deletion_due_at: nullable(
    dateTime({ description: 'When the account is erased; null unless its owner has asked for that.' }),
  ),
  has_password: Type.Boolean({ description: 'False: signs in at the identity provider.' }),
});

/** A password as it is typed in, right or not. */
const typedPassword = () => text({ min: 1, max: PASSWORD_LENGTH.max });

export const SignInBody = Type.Object({
  email: email(),
  password: typedPassword(),
  code: Type.Optional(
    text({
      min: 1,
      max: 64,
      description: 'Of an account with a second factor: a code of the app, or a recovery code.',
    }),
  ),
  passkey: Type.Optional(PasskeyAnswer),
});

export const Session = Type.Object({
  token: Type.String({ description: 'To be sent as it is in `Authorization`. It is shown here and never again.' }),
  expires_at: dateTime(),
  user: MeRecord,
});

export const ConsoleSession = Type.Object({ expires_at: dateTime(), user: MeRecord });

export const SignInOptions = Type.Object({
  terms: CurrentTermsList,
  identity: nullable(
    Type.Object(
      { name: Type.String() },
      { description: 'The identity provider at which one can sign in (`startIdentitySignIn`).' },
    ),
  ),
  demo: list(
    Type.Object({
      role: oneOf(USER_ROLES),
      name: Type.String(),
      email: Type.String(),
      password: Type.String(),
    }),
    { max: USER_ROLES.length, description: 'Empty without demo data, and where everybody could come.' },
  ),
});

export const PasswordBody = Type.Object({
  current_password: typedPassword(),
  password: text({ ...PASSWORD_LENGTH, description: 'The new one; not one that is easy to guess.' }),
  keep_tokens: Type.Optional(
    Type.Boolean({ description: 'Leave API tokens as they are; sessions end in any case. False unless given.' }),
  ),
});
