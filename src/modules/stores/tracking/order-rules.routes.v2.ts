import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { operation } from '../../../platform/http/operation.ts';
import { moneyObject } from '../../../platform/money.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import type { StoreDeps } from '../deps.ts';
import { onStore } from '../policy.ts';
import { TERMS_ARE_PROMISED } from '../promised-terms/keep-promised-terms.ts';
import { lockStore } from '../record/change-store.ts';
import { type AttributionRule, listRuleVersions } from './order-rule-versions.ts';
import {
  OrderRules,
  OrderRulesBody,
  OrderRuleVersion,
  RotateSecretBody,
  SigningSecret,
} from './order-rules.schemas.ts';
import { changeOrderRules, readOrderRules } from './order-rules.ts';
import { rotateSigningSecret } from './signing-secrets.ts';

const tags = ['Advertiser administration'];
const policy = onStore('advertiser');

/** The fields that a change can set. A separate route creates signing secrets. */
const versionOf = ({
  counted_ways,
  signature_required,
  max_order_value,
  attribution,
  approval_days,
}: VersionedRules) => ({
  counted_ways,
  signature_required,
  max_order_value,
  attribution,
  approval_days,
});
interface VersionedRules {
  counted_ways: readonly string[];
  signature_required: boolean;
  max_order_value: { readonly amount: string; readonly currency: string };
  attribution: AttributionRule;
  approval_days: number | null;
}

/** Which reports of orders count at a store, when its orders are decided, and the secret with which its pages sign them. */
export function orderRuleRoutes(app: FastifyInstance, { maxApprovalDays }: StoreDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/advertisers/:advertiser/order-rules',
    operationId: 'getOrderRules',
    summary: 'Read the rules for a store’s orders',
    tags,
    addition: true,
    policy,
    replies: { 200: OrderRules },
    version: versionOf,
    handle: async ({ ctx, resource: { id: storeId } }) => presentRules(ctx, storeId),
  });

  operation(app, {
    method: 'PATCH',
    url: '/v2/advertisers/:advertiser/order-rules',
    operationId: 'changeOrderRules',
    scope: 'administration',
    presence: 'token',
    summary: 'Change the rules for a store’s orders',
    description:
      'Applies to orders that are placed from now on. Members may set a maximum value of at most 100,000,000 minor units; an administrator may set more.',
    tags,
    addition: true,
    policy,
    body: OrderRulesBody,
    replies: { 200: OrderRules },
    errors: ['no_signing_secret', TERMS_ARE_PROMISED],
    current: async ({ ctx, resource: { id: storeId } }) => {
      await lockStore(ctx.db, storeId);
      return versionOf(await presentRules(ctx, storeId));
    },
    handle: async ({ ctx, resource: { id: storeId }, body }) => {
      const {
        counted_ways: countedWays,
        signature_required: signatureRequired,
        max_order_value: maxOrderValue,
        attribution: attributionRule,
        approval_days: approvalDays,
      } = body;
      const changes = { countedWays, signatureRequired, maxOrderValue, attributionRule, approvalDays };
      await changeOrderRules(ctx, { maxApprovalDays }, { storeId, ...changes });
      return presentRules(ctx, storeId);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/advertisers/:advertiser/order-rule-versions',
    operationId: 'listOrderRuleVersions',
    summary: 'List the versions of the rules for a store’s orders',
    description:
      'The store’s and those of its campaigns, newest first. Orders keep the versions under which they were placed; explanations name them.',
    tags,
    addition: true,
    policy,
    query: pageQuery(),
    replies: { 200: v2Envelope(OrderRuleVersion) },
    handle: async ({ ctx, resource: { id: storeId }, page, request }) =>
      presentV2Page(request, page, await listRuleVersions(ctx, { storeId }, page), (version) => ({
        offer_id: version.campaignId,
        version: version.version,
        valid_from: version.validFrom?.toISOString() ?? null,
        changed_by: version.changedBy,
        attribution: version.attribution,
        attribution_window_days: version.windowDays,
        approval_days: version.approvalDays,
      })),
  });

  operation(app, {
    method: 'POST',
    url: '/v2/advertisers/:advertiser/order-signing-secrets',
    operationId: 'rotateOrderSigningSecret',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Create or replace the signing secret of a store’s pages',
    description: 'Only this reply contains the secret. The previous secret remains valid for `overlap_hours`.',
    tags,
    addition: true,
    policy,
    body: RotateSecretBody,
    replies: { 201: SigningSecret },
    handle: async ({ ctx, resource: { id: storeId }, body: { overlap_hours: overlapHours = 168 } }) => {
      const made = await rotateSigningSecret(ctx, { storeId, overlapHours });
      return {
        secret: made.secret,
        created_at: made.createdAt.toISOString(),
        previous_valid_until: made.previousValidUntil?.toISOString() ?? null,
      };
    },
  });
}

async function presentRules(ctx: Pick<Context, 'db' | 'now'>, storeId: number) {
  const rules = await readOrderRules(ctx, { storeId });
  return {
    counted_ways: rules.countedWays,
    signature_required: rules.signatureRequired,
    max_order_value: moneyObject({ minor: rules.maxOrderMinor, currency: rules.currency }),
    attribution: rules.attributionRule,
    approval_days: rules.approvalDays,
    signing_secrets: rules.secrets.map(({ createdAt, validUntil }) => ({
      created_at: createdAt.toISOString(),
      valid_until: validUntil?.toISOString() ?? null,
    })),
  };
}
