import { Type } from 'typebox';
import { dateTime, list, text, whole } from '../../../platform/http/fields.ts';
import { PasskeyAnswer } from '../passkeys/schemas.ts';
import { PASSWORD_LENGTH } from '../password.ts';

/** A code as it is typed in: six digits, or a recovery code. */
const typedCode = (description: string) => text({ min: 1, max: 64, description });

export const SecondFactor = Type.Object({
  totp: Type.Boolean({ description: 'A code of an authenticator app is asked for when one signs in.' }),
  passkeys: whole({ min: 0, description: 'How many the account has.' }),
  recovery_codes_left: whole({ min: 0 }),
});

export const BegunTotp = Type.Object({
  secret: Type.String({ description: 'Base32, to be typed into an app. It is shown here and never again.' }),
  otpauth_url: Type.String({ description: 'The same as a QR code holds it.' }),
});

export const CodeBody = Type.Object({ code: typedCode('What the app shows now.') });

export const RecoveryCodes = Type.Object({
  recovery_codes: list(Type.String(), {
    max: 10,
    description: 'Each is good once, in place of a code. They are shown here and never again.',
  }),
});

export const ConfirmBody = Type.Object({
  password: Type.Optional(
    text({ min: 1, max: PASSWORD_LENGTH.max, description: 'Of an account without a second factor.' }),
  ),
  code: Type.Optional(typedCode('Of an account with a second factor: a code, or a recovery code.')),
  passkey: Type.Optional(PasskeyAnswer),
});

export const ConfirmedSession = Type.Object({
  fresh_until: dateTime({ description: 'Until then no further authentication is required.' }),
});
