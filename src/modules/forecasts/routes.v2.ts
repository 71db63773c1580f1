import type { FastifyInstance } from 'fastify';
import type { Calendar } from '../../platform/calendar.ts';
import { InvalidInput } from '../../platform/errors/errors.ts';
import { operation } from '../../platform/http/operation.ts';
import { readCampaignInput, readRules } from '../campaigns/index.ts';
import { onStore } from '../stores/index.ts';
import { type Forecasted, forecastCampaign, within } from './forecast-campaign.ts';
import { presentForecast } from './present.ts';
import { ForecastBody, ForecastReply } from './schemas.ts';

/** Forecasts: the cost that a campaign would have had on past days. */
export function forecastRoutesV2(app: FastifyInstance, { calendar }: { calendar: Calendar }): void {
  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/offer-forecasts',
    operationId: 'forecastOffer',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Forecast the cost of a campaign from past days',
    description:
      'Replays a campaign, existing or not, over the store’s past clicks and orders by the rules that price new ones, and compares it with what was charged. Nothing is stored. ' +
      'The store’s credit is not considered. Orders by voucher, and orders of earlier clicks, keep their terms.',
    tags: ['Campaigns'],
    addition: true,
    policy: onStore('store'),
    body: ForecastBody,
    replies: { 200: ForecastReply },
    errors: ['too_many_clicks', 409],
    handle: async ({ ctx, actor, resource, body }) => {
      const { currency, id: storeId } = resource;
      const campaign = campaignOf(body, (offer) => {
        try {
          const input = readCampaignInput(offer, { currency, calendar, actor, isWhole: true });
          return { input: { ...input, type: offer.type }, like: offer.offer_id };
        } catch (error) {
          throw error instanceof InvalidInput ? within('offer', error) : error;
        }
      });
      const { from: first, to: last, run = 'whole_window' } = body;
      const rules =
        body.commission_rules === undefined
          ? null
          : readRules(body.commission_rules, { currency, field: 'commission_rules' });
      const forecast = await forecastCampaign(ctx, calendar, { storeId, first, last, run, campaign, rules });
      return presentForecast(forecast, currency);
    },
  });
}

/** @throws InvalidInput unless there is either a campaign of the store or a draft */
function campaignOf<Offer>(
  { offer_id: campaignId, offer }: { offer_id?: number; offer?: Offer },
  read: (offer: Offer) => Extract<Forecasted, { draft: unknown }>['draft'],
): Forecasted {
  if (campaignId !== undefined && offer !== undefined)
    throw new InvalidInput({ offer: ['must not be given together with offer_id'] });
  if (campaignId !== undefined) return { campaignId };
  if (offer !== undefined) return { draft: read(offer) };
  throw new InvalidInput({ offer_id: ['is required unless offer is given'] });
}
