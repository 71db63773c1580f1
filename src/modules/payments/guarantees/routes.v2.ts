import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { minorMoney, nameSchemas, nullable, text } from '../../../platform/http/fields.ts';
import { givenMoney, requireGivenAmount } from '../../../platform/http/given-amount.ts';
import { operation } from '../../../platform/http/operation.ts';
import {
  guaranteeFields,
  lockCampaign,
  onCampaign,
  onCampaignAsTermsReader,
  readGuarantee,
  roundedDown,
} from '../../campaigns/index.ts';
import { PROMISE_REFUSALS } from '../../stores/index.ts';
import { readAvailable } from './read-available.ts';
import { endGuarantee, GUARANTEE_ERRORS, type GuaranteeDeps, reserveGuarantee } from './write-guarantee.ts';

const GuaranteeRecord = Type.Object({
  guarantee: nullable(
    Type.Object({
      ...guaranteeFields,
      is_binding: Type.Boolean({
        description:
          'Whether the last day is not over. Afterwards the money stays reserved until everything is decided and paid.',
      }),
      left: minorMoney('What is left of the reserved amount, without VAT.'),
      is_exact: Type.Boolean({
        description: 'False for creators and agencies: `left` is rounded down to two digits.',
      }),
      amount: nullable(minorMoney('The whole reserved amount, without VAT. Null for creators and agencies.')),
      used: nullable(
        minorMoney(
          'What the campaign has cost and promised since. More than the amount if the free balance has covered more. Null for creators and agencies.',
        ),
      ),
      ended_reason: nullable(
        Type.String({ description: 'Why the administration has ended it at once; nothing is reserved then.' }),
      ),
    }),
  ),
  available: nullable(
    minorMoney(
      'What the store can reserve now, in addition to what is left: its prepaid balance without VAT, less everything that it owes, has promised and has reserved. Null for creators and agencies.',
    ),
  ),
});

const GuaranteeBody = Type.Object({
  amount: givenMoney({
    min: 1,
    max: 1_000_000_000_000,
    description: 'The whole amount without VAT, in the currency of the store. It cannot become smaller.',
  }),
  until: guaranteeFields.until,
});

const GuaranteeEndBody = Type.Object({ reason: text({ max: 500, min: 1, description: 'Creators read it.' }) });

/** Guaranteed pay: prepaid money that a store reserves for one campaign. */
export function guaranteeRoutes(app: FastifyInstance, deps: GuaranteeDeps): void {
  const url = '/v2/offers/:offer/guarantee';
  const common = { tags: ['Campaigns'], addition: true, replies: { 200: GuaranteeRecord } } as const;

  operation(app, {
    ...common,
    method: 'GET',
    url,
    operationId: 'getGuarantee',
    assistants: 'search',
    storeKey: true,
    summary: 'Read how much paid money is reserved for a campaign',
    description:
      'For the store, for creators in the audience, and for agencies of participants. What creators earn in the campaign is taken from it. The store cannot withdraw it.',
    policy: onCampaignAsTermsReader,
    version: versionOf,
    handle: async ({ ctx, resource }) => show(ctx, deps, resource),
  });

  operation(app, {
    ...common,
    method: 'PUT',
    url,
    operationId: 'setGuarantee',
    scope: 'money',
    presence: 'fresh',
    summary: 'Reserve prepaid money for a campaign',
    description:
      'The amount cannot become smaller, and the day cannot come earlier. As long as it is reserved, only the prepaid balance of the store covers its other costs, too. The same guarantee changes nothing.',
    policy: onCampaign,
    body: GuaranteeBody,
    errors: [...GUARANTEE_ERRORS, ...PROMISE_REFUSALS, 404],
    current: async ({ ctx, resource }) => {
      await lockCampaign(ctx.db, resource.id);
      return versionOf(await show(ctx, deps, { ...resource, readsAll: true }));
    },
    handle: async ({ ctx, resource, body: { amount: current, until } }) => {
      const amount = requireGivenAmount('amount', { current, earlier: undefined }, resource.currency);
      await reserveGuarantee(ctx, deps, { campaignId: resource.id, amount, until });
      return show(ctx, deps, { ...resource, readsAll: true });
    },
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: `${url}/end`,
    operationId: 'endGuarantee',
    scope: 'administration',
    presence: 'fresh',
    summary: 'End the guarantee of a campaign at once, to stop fraud',
    description: 'What is left is free again. Creators read the reason. Nothing happens if nothing is reserved.',
    policy: adminOnly,
    body: GuaranteeEndBody,
    errors: [404],
    handle: async ({ ctx, params, body }) => {
      const storeId = await endGuarantee(ctx, { campaignId: params.offer, reason: body.reason });
      return show(ctx, deps, { id: params.offer, storeId, readsAll: true });
    },
  });
}

const versionOf = ({ guarantee }: Awaited<ReturnType<typeof show>>) => ({
  amount: guarantee?.amount?.minor ?? null,
  until: guarantee?.until ?? null,
});

async function show(
  ctx: Context,
  deps: GuaranteeDeps,
  { id, storeId, readsAll }: { id: number; storeId: number; readsAll: boolean },
) {
  const guarantee = await readGuarantee(ctx, id);
  const money = (minor: number) => ({ minor, currency: guarantee!.currency });
  return {
    guarantee: guarantee && {
      until: guarantee.until,
      approval_days: guarantee.approvalDays,
      is_binding: guarantee.isBinding,
      left: money(readsAll ? guarantee.leftMinor : roundedDown(guarantee.leftMinor)),
      is_exact: readsAll,
      amount: readsAll ? money(guarantee.amountMinor) : null,
      used: readsAll ? money(guarantee.usedMinor) : null,
      ended_reason: guarantee.endedReason,
    },
    available: readsAll ? await readAvailable(ctx, deps, storeId) : null,
  };
}

nameSchemas({ Guarantee: GuaranteeRecord, GuaranteeInput: GuaranteeBody, GuaranteeEnd: GuaranteeEndBody });
