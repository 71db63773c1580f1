import { Type } from 'typebox';
import { nullable, oneOf, text, webAddress } from '../../../platform/http/fields.ts';
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
  terms_version: nullable(
    text({ min: 1, max: 64, description: 'Of the terms that people are asked to accept; null: nobody is asked.' }),
  ),
  terms_url: nullable(webAddress({ description: 'Where the terms are read.' })),
  privacy_version: nullable(text({ min: 1, max: 64, description: 'Of the privacy notice, likewise.' })),
  privacy_url: nullable(webAddress({ description: 'Where the privacy notice is read.' })),
};

export const AccountSettingsRecord = Type.Object(fields);
export const AccountSettingsBody = Type.Partial(Type.Object(fields));
