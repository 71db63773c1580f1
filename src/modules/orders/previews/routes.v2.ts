import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { moneyObject } from '../../../platform/money.ts';
import { onCampaign, readRules } from '../../campaigns/index.ts';
import { presentLine } from '../lists/present.ts';
import { lineFromBody } from '../reports/from-body.ts';
import { type OrderPreview, previewOrder } from './preview-order.ts';
import { OrderPreviewBody, OrderPreviewReply } from './schemas.ts';

/** Previews of the earnings of an order, before rules are saved. */
export function orderPreviewRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'POST',
    url: '/v2/offers/:offer/order-previews',
    operationId: 'previewOrder',
    scope: 'campaigns',
    presence: 'token',
    summary: 'See what a basket would earn',
    description: 'By the General terms of the campaign, with its commission rules or with others. Nothing is stored.',
    tags: ['Campaigns'],
    addition: true,
    policy: onCampaign,
    body: OrderPreviewBody,
    replies: { 200: OrderPreviewReply },
    handle: async ({ ctx, resource: { id: campaignId, currency }, body: { lines, customer, attribution, rules } }) => {
      const given = { lines: lines.map(lineFromBody), customer: customer ?? null, attribution: attribution ?? 'click' };
      const preview = await previewOrder(ctx, {
        campaignId,
        currency,
        ...given,
        rules: rules === undefined ? null : readRules(rules, { currency }),
      });
      return present(preview, currency);
    },
  });
}

function present(preview: OrderPreview, currency: string) {
  const { valueMinor, costMinor, userMinor, userSharePpm, fixedCostMinor, reachesMinimum, lines } = preview;
  const amount = (minor: number) => moneyObject({ minor, currency });
  return {
    value: amount(valueMinor),
    cost: amount(costMinor),
    earnings: amount(userMinor),
    creator_share: userSharePpm / 1_000_000,
    fixed_cost: { minor: fixedCostMinor, currency },
    reaches_minimum: reachesMinimum,
    lines: lines.map((line, index) => presentLine(line, index, currency)),
  };
}
