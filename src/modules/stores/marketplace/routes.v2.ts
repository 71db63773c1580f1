import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { nameSchemas, oneOf, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { provisioning } from '../../accounts/index.ts';
import {
  changeMarketplaceSettings,
  lockMarketplaceSettings,
  type MarketplaceSettings,
  readMarketplaceSettings,
  STORE_REGISTRATIONS,
} from './settings.ts';

const euros = (description: string) =>
  whole({ min: 0, max: 1_000_000_000, description: `Whole euros. ${description}` });
const clicks = (description: string) => whole({ min: 0, max: 1_000_000_000, description });

const fields = {
  store_registration: oneOf(STORE_REGISTRATIONS, {
    description:
      'Who may register a store: `closed`, administrators alone; `approval`, anybody, and an administrator approves it before it may spend; ' +
      '`open`, anybody.',
  }),
  credit_limit_eur: euros('The maximum unpaid amount of a store without its own limit.'),
  verified_credit_limit_eur: euros('The same of a store whose payment method the payment provider has verified.'),
  network_store_daily: clicks('Clicks of one network that one store pays for on a day.'),
  network_creator_daily: clicks('Clicks of one network that one creator is paid for on a day.'),
  network_minute: clicks('Clicks of one network that are paid within a minute, at one store and at one creator.'),
};
const Settings = Type.Object(fields);
const SettingsChanges = Type.Partial(Settings);

/** Settings of the whole marketplace, for administrators. */
export function marketplaceRoutes(app: FastifyInstance): void {
  operation(app, {
    ...provisioning,
    method: 'GET',
    url: '/v2/admin/marketplace-settings',
    operationId: 'adminGetMarketplaceSettings',
    summary: 'Read the settings of the marketplace',
    replies: { 200: Settings },
    version: (settings) => settings,
    handle: async ({ ctx }) => present(await readMarketplaceSettings(ctx)),
  });

  operation(app, {
    ...provisioning,
    method: 'PATCH',
    url: '/v2/admin/marketplace-settings',
    operationId: 'adminChangeMarketplaceSettings',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Change settings of the marketplace',
    description: 'Omitted fields are unchanged. Changes apply from the next click.',
    body: SettingsChanges,
    replies: { 200: Settings },
    current: async ({ ctx }) => present(await lockMarketplaceSettings(ctx)),
    handle: async ({ ctx, body }) =>
      present(
        await changeMarketplaceSettings(ctx, {
          storeRegistration: body.store_registration,
          creditLimitEur: body.credit_limit_eur,
          verifiedCreditLimitEur: body.verified_credit_limit_eur,
          networkStoreDaily: body.network_store_daily,
          networkCreatorDaily: body.network_creator_daily,
          networkMinute: body.network_minute,
        }),
      ),
  });
}

function present(settings: MarketplaceSettings) {
  return {
    store_registration: settings.storeRegistration,
    credit_limit_eur: settings.creditLimitEur,
    verified_credit_limit_eur: settings.verifiedCreditLimitEur,
    network_store_daily: settings.networkStoreDaily,
    network_creator_daily: settings.networkCreatorDaily,
    network_minute: settings.networkMinute,
  };
}

nameSchemas({ MarketplaceSettings: Settings, MarketplaceSettingsInput: SettingsChanges });
