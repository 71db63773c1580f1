import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { type Calendar, firstOfMonth } from '../../platform/calendar.ts';
import type { Context } from '../../platform/context.ts';
import { NotFound } from '../../platform/errors/errors.ts';
import { dateTime, id, list, minorMoney, nameSchemas, nullable, oneOf, whole } from '../../platform/http/fields.ts';
import { operation } from '../../platform/http/operation.ts';
import { earlierName } from '../../platform/pagination.ts';
import { onUser } from '../accounts/index.ts';
import { fixedPay, MonthBonuses, presentTiers } from '../campaigns/index.ts';
import { onLinkEarnings } from '../links/index.ts';
import { type LinkTerms, readLinkTerms, readStoreTerms } from './link-terms.ts';
import { QUOTE_REFUSALS } from './quote.ts';

const SOURCES = ['general', 'social'] as const;

const terms = {
  currency: Type.String({ description: 'The store’s currency, for all amounts here.' }),
  refusal: nullable(
    oneOf(QUOTE_REFUSALS, {
      description:
        'The reason why nothing is currently paid: the store does not pay this creator, is closed or not approved, its credit is exhausted, the creator belongs to it, or it does not pay for the page (`unpaid_page`).',
    }),
  ),
  sources: Type.Array(
    Type.Object({
      source: oneOf(SOURCES, { description: 'The traffic source: `social` for the social networks.' }),
      per_click: minorMoney('The creator’s earnings per click.'),
      per_click_minor: whole(earlierName('per_click')),
      per_order: Type.Number({ description: 'The creator’s earnings per order, as a fraction of its value.' }),
      ...fixedPay,
      campaign: nullable(
        Type.Object(
          {
            id: id(),
            title: Type.String(),
            valid_until: nullable(dateTime()),
            has_rate_steps: Type.Boolean({
              description: 'Whether the rates rise with the user’s approved orders (`rate-steps` of the campaign).',
            }),
            has_commission_rules: Type.Boolean({
              description:
                'Whether lines of orders may have other rates than `per_order` (`GET /v2/offers/{offer}/commission-rules`).',
            }),
            bonuses: MonthBonuses,
          },
          { description: 'The campaign; null: the store’s own prices.' },
        ),
      ),
    }),
  ),
};

const LinkTermsReply = Type.Object(terms);
const Quotes = Type.Object({
  data: Type.Array(Type.Object({ store_id: id(), ...terms }), { description: 'In the order of the stores’ ids.' }),
});

/** Quotes of future clicks. */
export function clickRoutesV2(app: FastifyInstance, { calendar }: { calendar: Calendar }): void {
  const momentOf = (ctx: Pick<Context, 'now'>) => {
    const atMs = ctx.now().getTime();
    return { atMs, month: firstOfMonth(calendar, atMs) };
  };
  operation(app, {
    method: 'GET',
    url: '/v2/affiliate-links/:affiliate_link/terms',
    operationId: 'getLinkTerms',
    assistants: 'search',
    summary: 'Quote a link for its creator',
    description: 'Priced by the same function as the next click of a new visitor, with the current caps and credit.',
    tags: ['Links'],
    addition: true,
    policy: onLinkEarnings,
    replies: { 200: LinkTermsReply },
    handle: async ({ ctx, resource: link }) => {
      const moment = momentOf(ctx);
      const terms = await readLinkTerms(ctx.db, { code: link.code, ...moment });
      if (terms === null) throw new NotFound('affiliate link');
      return presentTerms(terms, moment.month);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/quotes',
    operationId: 'quoteStores',
    assistants: 'search',
    summary: 'Quote new links to stores for a creator',
    description: 'Priced like the next click. Use it to choose among several stores before a link exists.',
    tags: ['Links'],
    addition: true,
    policy: onUser('user'),
    query: {
      store_ids: list(id(), {
        min: 1,
        max: 100,
        description: 'Stores that do not exist or are not open to the creator are left out.',
      }),
    },
    replies: { 200: Quotes },
    handle: async ({ ctx, resource: user, query }) => {
      const asked = { userId: user.id, storeIds: [...new Set(query.store_ids)].sort((a, b) => a - b) };
      const moment = momentOf(ctx);
      const quotes = await readStoreTerms(ctx.db, { ...asked, ...moment });
      return { data: quotes.map((quote) => ({ store_id: quote.storeId, ...presentTerms(quote, moment.month) })) };
    },
  });
}

function presentTerms({ currency, refusal, sources }: LinkTerms, month: string) {
  return {
    currency,
    refusal,
    sources: sources.map(
      ({ source, perClickMinor, perOrderPpm, perOrderMinor, cpoMode, minimumOrderMinor, campaign }) => ({
        source: SOURCES[source],
        per_click: { minor: perClickMinor, currency },
        per_click_minor: perClickMinor,
        per_order: perOrderPpm / 1_000_000,
        per_order_fixed: { minor: perOrderMinor, currency },
        cpo_mode: cpoMode,
        minimum_order: minimumOrderMinor === null ? null : { minor: minimumOrderMinor, currency },
        campaign: campaign && {
          id: campaign.id,
          title: campaign.title,
          valid_until: campaign.validUntil?.toISOString() ?? null,
          has_commission_rules: campaign.hasCommissionRules,
          has_rate_steps: campaign.hasRateSteps,
          bonuses: presentTiers(campaign.bonuses, { month, currency }),
        },
      }),
    ),
  };
}

nameSchemas({ LinkTerms: LinkTermsReply, ClickQuotes: Quotes });
