import { Type } from 'typebox';
import { dateTime, list, nameSchemas, text, whole } from '../../../platform/http/fields.ts';
import { PASSWORD_LENGTH } from '../../../platform/limits.ts';
import { PasskeyAnswer } from '../passkeys/schemas.ts';

/** A code as it is typed in: six digits, or a recovery code. */
const typedCode = (description: string) => text({ min: 1, max: 64, description });

export const SecondFactor = Type.Object({
  totp: Type.Boolean({ description: 'Signing in requires a code of an authenticator app.' }),
  passkeys: whole({ min: 0, description: 'How many the account has.' }),
  recovery_codes_left: whole({ min: 0 }),
});

export const BegunTotp = Type.Object({
  secret: Type.String({ description: 'Base32, to be typed into an app. It is shown only in this reply.' }),
  otpauth_url: Type.String({ description: 'The content of the QR code.' }),
});

export const CodeBody = Type.Object({ code: typedCode('What the app shows now.') });

export const RecoveryCodes = Type.Object({
  recovery_codes: list(Type.String(), {
    max: 10,
    description: 'Each can be used once instead of a code. They are shown only in this reply.',
  }),
});

export const ConfirmBody = Type.Object({
  password: Type.Optional(
    text({ min: 1, max: PASSWORD_LENGTH.max, description: 'For an account without a second factor.' }),
  ),
  code: Type.Optional(typedCode('For an account with a second factor: a code, or a recovery code.')),
  passkey: Type.Optional(PasskeyAnswer),
});

export const ConfirmedSession = Type.Object({
  fresh_until: dateTime({ description: 'Until then no further authentication is required.' }),
});

nameSchemas({ SecondFactor, BegunTotp, RecoveryCodes, ConfirmedSession });
