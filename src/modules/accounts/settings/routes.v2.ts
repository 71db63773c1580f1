import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { provisioning } from '../provisioning/resource-routes.ts';
import {
  type AccountSettings,
  changeAccountSettings,
  lockAccountSettings,
  readAccountSettings,
} from './account-settings.ts';
import { AccountSettingsBody, AccountSettingsRecord } from './schemas.ts';

/** Account settings of the marketplace, for administrators. */
export function accountSettingsRoutes(app: FastifyInstance): void {
  operation(app, {
    ...provisioning,
    method: 'GET',
    url: '/v2/admin/account-settings',
    operationId: 'getAccountSettings',
    summary: 'Read the account settings',
    replies: { 200: AccountSettingsRecord },
    version: (settings) => settings,
    handle: async ({ ctx }) => present(await readAccountSettings(ctx)),
  });

  operation(app, {
    ...provisioning,
    method: 'PATCH',
    url: '/v2/admin/account-settings',
    operationId: 'updateAccountSettings',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Change the account settings',
    description: 'Omitted fields are unchanged.',
    body: AccountSettingsBody,
    replies: { 200: AccountSettingsRecord },
    errors: ['no_second_factor'],
    current: async ({ ctx }) => present(await lockAccountSettings(ctx)),
    handle: async ({ ctx, body }) => present(await changeAccountSettings(ctx, body)),
  });
}

function present(settings: AccountSettings): AccountSettings {
  const { sign_up, approve_creators, second_factor_for_administrators, second_factor_for_stores } = settings;
  const { terms_version, terms_url, privacy_version, privacy_url } = settings;
  return {
    sign_up,
    approve_creators,
    second_factor_for_administrators,
    second_factor_for_stores,
    terms_version,
    terms_url,
    privacy_version,
    privacy_url,
  };
}
