import { Type } from 'typebox';
import { oneOf } from '../../../platform/http/fields.ts';
import { SIGN_UP_MODES } from './account-settings.ts';

const fields = {
  sign_up: oneOf(SIGN_UP_MODES, {
    description: 'Who may sign up: anybody, whoever has the token of a campaign, nobody.',
  }),
  approve_creators: Type.Boolean({
    description: 'Creators who sign up make no links and join no campaigns until an administrator has approved them.',
  }),
};

export const AccountSettingsRecord = Type.Object(fields);
export const AccountSettingsBody = Type.Partial(Type.Object(fields));
