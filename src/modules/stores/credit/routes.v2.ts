import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { minorMoney, nameSchemas, nullable, whole } from '../../../platform/http/fields.ts';
import { givenMoney, readGivenAmount } from '../../../platform/http/given-amount.ts';
import { operation } from '../../../platform/http/operation.ts';
import { earlierName } from '../../../platform/pagination.ts';
import { provisioning } from '../../accounts/index.ts';
import { onStore } from '../policy.ts';
import { changeStoreCredit, lockStoreCredit, readStoreCredit, type StoreCredit } from './credit.ts';

/** The largest limit that can be set. It is no limit: no store incurs as much in any currency. */
const UNLIMITED_MINOR = 10_000_000_000_000;

const own = (description: string) => nullable(whole({ min: 0, max: 1_000_000_000, description }));

const CreditReply = Type.Object({
  currency: Type.String(),
  incurred: minorMoney('The unpaid cost of clicks, orders and one-time payments.'),
  promised: minorMoney(
    'What is agreed with participants of campaigns, and bonuses that creators have reached, not booked yet. It is reserved.',
  ),
  reserved: minorMoney('What is left of the guarantees of campaigns. Only these campaigns can use it.'),
  limit: minorMoney(
    'The maximum of incurred, promised and reserved amounts together: the store’s own limit, otherwise the marketplace’s, plus the prepaid balance without VAT. Of a store with a guarantee, only the latter.',
  ),
  is_unlimited: Type.Boolean({
    description: 'Whether the limit is the largest that can be set, so that it is no limit.',
  }),
  prepaid: minorMoney('The unused prepaid amount, with VAT.'),
  own_limit: nullable(minorMoney('The limit that an administrator has set for this store; null: none.')),
  network_daily: own('The number of clicks of one network that this store pays for a day; null: the marketplace’s.'),
  network_minute: own('The same in a minute.'),
  incurred_minor: whole(earlierName('incurred')),
  promised_minor: whole(earlierName('promised')),
  limit_minor: whole(earlierName('limit')),
  prepaid_minor: whole(earlierName('prepaid')),
  own_limit_minor: nullable(whole(earlierName('own_limit'))),
});

const limits = { min: 0, max: UNLIMITED_MINOR };
const CreditBody = Type.Object({
  own_limit: Type.Optional(
    nullable(givenMoney({ ...limits, description: 'Null: the marketplace’s limit. The largest value is no limit.' })),
  ),
  own_limit_minor: Type.Optional(nullable(whole({ ...limits, ...earlierName('own_limit') }))),
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
          ownLimitMinor: await givenLimit(ctx, params.store, body),
          networkDaily: body.network_daily,
          networkMinute: body.network_minute,
        }),
      ),
  });
}

/** @returns null: the marketplace's limit; undefined: unchanged */
async function givenLimit(
  ctx: Context,
  storeId: number,
  { own_limit: current, own_limit_minor: earlier }: Static<typeof CreditBody>,
): Promise<number | null | undefined> {
  if (current === null || (earlier === null && current === undefined)) return null;
  const { currency } = await readStoreCredit(ctx, storeId);
  return readGivenAmount('own_limit', { current, earlier: earlier ?? undefined }, currency)?.minor;
}

function present(credit: StoreCredit) {
  const { currency, incurredMinor, promisedMinor, reservedMinor, limitMinor, prepaidMinor, ownLimitMinor } = credit;
  const amount = (minor: number) => ({ minor, currency });
  return {
    currency,
    incurred: amount(incurredMinor),
    promised: amount(promisedMinor),
    reserved: amount(reservedMinor),
    limit: amount(limitMinor),
    is_unlimited: credit.limitMinor >= UNLIMITED_MINOR,
    prepaid: amount(prepaidMinor),
    own_limit: ownLimitMinor === null ? null : amount(ownLimitMinor),
    network_daily: credit.networkDaily,
    network_minute: credit.networkMinute,
    incurred_minor: incurredMinor,
    promised_minor: promisedMinor,
    limit_minor: limitMinor,
    prepaid_minor: prepaidMinor,
    own_limit_minor: ownLimitMinor,
  };
}

nameSchemas({ StoreCredit: CreditReply, StoreCreditInput: CreditBody });
