import { Type } from 'typebox';
import { nameSchemas, nullable, oneOf, text, webAddress } from '../../../platform/http/fields.ts';
import { SIGN_UP_MODES } from './account-settings.ts';

const fields = {
  sign_up: oneOf(SIGN_UP_MODES, {
    description: 'Who may sign up: anybody, only holders of a campaign’s token, or nobody.',
  }),
  approve_creators: Type.Boolean({
    description: 'Whether new creators can create links and join campaigns only after an administrator’s approval.',
  }),
  second_factor_for_administrators: Type.Boolean({
    description:
      'Whether sessions of administrators need a second factor for administration. API tokens are not affected.',
  }),
  second_factor_for_stores: Type.Boolean({
    description: 'The same for sessions of members of stores.',
  }),
  terms_version: nullable(
    text({ min: 1, max: 64, description: 'The version of the terms that users must accept; null: none.' }),
  ),
  terms_url: nullable(webAddress({ description: 'The address of the terms.' })),
  privacy_version: nullable(
    text({ min: 1, max: 64, description: 'The version of the privacy notice that users must accept; null: none.' }),
  ),
  privacy_url: nullable(webAddress({ description: 'The address of the privacy notice.' })),
};

export const AccountSettingsRecord = Type.Object(fields);
export const AccountSettingsBody = Type.Partial(Type.Object(fields));

nameSchemas({ AccountSettings: AccountSettingsRecord, AccountSettingsInput: AccountSettingsBody });
