import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { nameSchemas, nullable, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { provisioning } from '../../accounts/index.ts';
import { onStore } from '../policy.ts';
import { changeStoreCredit, lockStoreCredit, readStoreCredit, type StoreCredit } from './credit.ts';

/** The largest limit that can be set. It is no limit: no store incurs as much in any currency. */
const UNLIMITED_MINOR = 10_000_000_000_000;

const minor = (description: string) => whole({ description: `Minor units. ${description}` });
const own = (description: string) => nullable(whole({ min: 0, max: 1_000_000_000, description }));

const CreditReply = Type.Object({
  currency: Type.String(),
  incurred_minor: minor('The unpaid cost of clicks, orders and one-time payments.'),
  promised_minor: minor(
    'What is agreed with participants of campaigns, and bonuses that creators have reached, not booked yet. It is reserved.',
  ),
  limit_minor: minor(
    'The maximum of incurred and promised amounts together: the store’s own limit, otherwise the marketplace’s, plus the prepaid balance without VAT.',
  ),
  is_unlimited: Type.Boolean({
    description: 'Whether the limit is the largest that can be set, so that it is no limit.',
  }),
  prepaid_minor: minor('The unused prepaid amount, with VAT.'),
  own_limit_minor: nullable(minor('The limit that an administrator has set for this store; null: none.')),
  network_daily: own('The number of clicks of one network that this store pays for a day; null: the marketplace’s.'),
  network_minute: own('The same in a minute.'),
});

const CreditBody = Type.Object({
  own_limit_minor: Type.Optional(
    nullable(
      whole({
        min: 0,
        max: UNLIMITED_MINOR,
        description: 'Minor units; null: the marketplace’s limit. The largest value is no limit.',
      }),
    ),
  ),
  network_daily: Type.Optional(
    own('The number of clicks of one network that this store pays for a day; null: the marketplace’s.'),
  ),
  network_minute: Type.Optional(own('The same in a minute.')),
});

/** The fields that a change can set: the store's individual limits. */
const versionOf = ({ own_limit_minor, network_daily, network_minute }: Static<typeof CreditReply>) => ({
  own_limit_minor,
  network_daily,
  network_minute,
});

/** The credit of stores. */
export function creditRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/credit',
    operationId: 'getStoreCredit',
    storeKey: true,
    summary: 'Read the unpaid costs and the credit limit of a store',
    tags: ['Store management'],
    addition: true,
    policy: onStore('store'),
    replies: { 200: CreditReply },
    version: versionOf,
    handle: async ({ ctx, resource }) => present(await readStoreCredit(ctx, resource.id)),
  });

  operation(app, {
    ...provisioning,
    method: 'PATCH',
    url: '/v2/admin/stores/:store/credit',
    operationId: 'adminChangeStoreCredit',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Set limits of a store',
    description: 'Omitted fields are unchanged. A lower limit cancels nothing; it only stops new costs.',
    body: CreditBody,
    replies: { 200: CreditReply },
    current: async ({ ctx, params }) => versionOf(present(await lockStoreCredit(ctx, params.store))),
    handle: async ({ ctx, params, body }) =>
      present(
        await changeStoreCredit(ctx, params.store, {
          ownLimitMinor: body.own_limit_minor,
          networkDaily: body.network_daily,
          networkMinute: body.network_minute,
        }),
      ),
  });
}

function present(credit: StoreCredit) {
  return {
    currency: credit.currency,
    incurred_minor: credit.incurredMinor,
    promised_minor: credit.promisedMinor,
    limit_minor: credit.limitMinor,
    is_unlimited: credit.limitMinor >= UNLIMITED_MINOR,
    prepaid_minor: credit.prepaidMinor,
    own_limit_minor: credit.ownLimitMinor,
    network_daily: credit.networkDaily,
    network_minute: credit.networkMinute,
  };
}

nameSchemas({ StoreCredit: CreditReply, StoreCreditInput: CreditBody });
