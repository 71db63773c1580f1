import { Type } from 'typebox';
import { email, text } from '../../../platform/http/fields.ts';
import { PASSWORD_LENGTH } from '../../../platform/limits.ts';

export const ResetRequestBody = Type.Object({ email: email() });

export const ResetBody = Type.Object({
  password: text({ ...PASSWORD_LENGTH, description: 'The new one.' }),
  keep_tokens: Type.Optional(
    Type.Boolean({ description: 'Whether API tokens remain valid; by default they are revoked.' }),
  ),
});

export const EmailChangeBody = Type.Object({
  email: email({ description: 'The new address; a code is mailed to it.' }),
  current_password: Type.Optional(
    text({ min: 1, max: PASSWORD_LENGTH.max, description: 'Required for an account with a password.' }),
  ),
});
