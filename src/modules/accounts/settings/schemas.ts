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
  second_factor_for_administrators: Type.Boolean({
    description:
      'Sessions of administrators that were opened without a second factor administrate nothing. API tokens go on.',
  }),
  second_factor_for_stores: Type.Boolean({
    description: 'The same of sessions of people who represent stores.',
  }),
};

export const AccountSettingsRecord = Type.Object(fields);
export const AccountSettingsBody = Type.Partial(Type.Object(fields));
