import { Type } from 'typebox';
import { dateTime, email, id, nameSchemas, nullable, oneOf, publicName, text } from '../../../platform/http/fields.ts';
import { PASSWORD_LENGTH } from '../../../platform/limits.ts';
import { MeRecord, Session } from '../sessions/schemas.ts';

export const SignUpBody = Type.Object({
  email: email(),
  password: text({ ...PASSWORD_LENGTH }),
  name: publicName({
    max: 128,
    description: 'The name of the person or the agency, without web addresses, e-mail addresses and phone numbers.',
  }),
  role: oneOf(['creator', 'agency']),
  accepts_terms: Type.Optional(
    Type.Boolean({ description: 'Must be true if the marketplace has terms (`terms` of `getSignInOptions`).' }),
  ),
  offer_token: Type.Optional(
    text({
      min: 1,
      max: 255,
      description:
        'The token of the campaign whose invitation link was opened. The campaign is joined when the address is verified.',
    }),
  ),
});

/** The same for every address. Only the mail reveals whether the address has an account. */
export const Accepted = Type.Object({ message: Type.String() });

/** A code in the form in which mails contain it. */
export const codeText = () => text({ min: 1, max: 128, description: 'The code of the mail.' });

export const CodeBody = Type.Object({ code: codeText() });

const came = {
  joined_offer_id: nullable(
    id({ description: 'The campaign that was joined; null if there was none or it was not joined.' }),
  ),
  offer_token: nullable(
    Type.String({
      description:
        'The `offer_token` of the sign-up. If the campaign was not joined, its invitation says why: its terms must be accepted first, for example.',
    }),
  ),
};

export const VerifiedSession = Type.Object({ ...Session.properties, ...came });

export const VerifiedConsoleSession = Type.Object({
  expires_at: dateTime(),
  user: MeRecord,
  ...came,
});

nameSchemas({ SignUpInput: SignUpBody, Accepted, VerifiedSession, VerifiedConsoleSession });
