import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onCampaign, onCampaignAsReader } from '../../campaigns/index.ts';
import { onStore, TERMS_ARE_PROMISED } from '../../stores/index.ts';
import type { OrderDeps } from '../deps.ts';
import { onEventKind } from '../policy.ts';
import { type CampaignPrice, readCampaignPrices, setCampaignPrices } from './campaign-prices.ts';
import { changeKind, createKind, type EventKind, type EventKindChanges, listKinds } from './kinds.ts';
import {
  EventKindBody,
  EventKindChangeBody,
  EventKindList,
  EventKindRecord,
  EventPrices,
  EventPricesBody,
} from './schemas.ts';

const tags = ['Orders'];

/** The kinds of events that a store pays for, and their prices in its campaigns. */
export function eventKindRoutes(app: FastifyInstance, { maxApprovalDays }: OrderDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/event-kinds',
    operationId: 'listEventKinds',
    assistants: 'search',
    storeKey: true,
    summary: 'List the kinds of events that a store pays for',
    description: 'Leads, trials and whatever else the store names, beside orders.',
    tags,
    addition: true,
    policy: onStore('store'),
    replies: { 200: EventKindList },
    handle: async ({ ctx, resource: { id, currency } }) => ({
      data: (await listKinds(ctx, id)).map((kind) => presentKind(kind, currency)),
    }),
  });

  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/event-kinds',
    operationId: 'createEventKind',
    scope: 'administration',
    presence: 'token',
    summary: 'Create a kind of events',
    description: 'Its code never changes, because reports name it.',
    tags,
    addition: true,
    policy: onStore('store'),
    body: EventKindBody,
    replies: { 201: EventKindRecord },
    errors: ['event_kind_exists', 'too_many_event_kinds'],
    handle: async ({ ctx, resource: { id, currency }, body, reply }) => {
      const { code, name } = body;
      const stated = statedOf(body, currency);
      const cplMinor = stated.cplMinor!;
      const kind = await createKind(ctx, { maxApprovalDays }, { ...stated, storeId: id, code, name, cplMinor });
      reply.code(201);
      return presentKind(kind, currency);
    },
  });

  operation(app, {
    method: 'PATCH',
    url: '/v2/stores/:store/event-kinds/:event_kind',
    operationId: 'changeEventKind',
    scope: 'administration',
    presence: 'token',
    summary: 'Change or archive a kind of events',
    description:
      'Omitted fields are unchanged. A new price applies to events of later clicks, the other rules to events that are reported from now on.',
    tags,
    addition: true,
    policy: onEventKind,
    body: EventKindChangeBody,
    replies: { 200: EventKindRecord },
    errors: ['price_set', TERMS_ARE_PROMISED],
    handle: async ({ ctx, resource: { id, store }, body }) => {
      const change = { id, storeId: store.id, isArchived: body.archived, ...statedOf(body, store.currency) };
      return presentKind(await changeKind(ctx, { maxApprovalDays }, change), store.currency);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/offers/:offer/event-prices',
    operationId: 'getEventPrices',
    assistants: 'search',
    storeKey: true,
    summary: 'Read what events pay with the terms of a campaign',
    description: 'For the store, and for creators in the audience, before they join the campaign or create a link.',
    tags,
    addition: true,
    policy: onCampaignAsReader,
    replies: { 200: EventPrices },
    handle: async ({ ctx, resource: { id: campaignId, storeId, currency } }) =>
      presentPrices(await readCampaignPrices(ctx, { storeId, campaignId }), currency),
  });

  operation(app, {
    method: 'PUT',
    url: '/v2/offers/:offer/event-prices',
    operationId: 'setEventPrices',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Replace the prices of events that a campaign sets',
    description: 'They apply to events of later clicks. The same prices change nothing.',
    tags,
    addition: true,
    policy: onCampaign,
    body: EventPricesBody,
    replies: { 200: EventPrices },
    errors: [TERMS_ARE_PROMISED],
    handle: async ({ ctx, resource: { id: campaignId, storeId, currency }, body }) => {
      const prices = body.prices.map(({ kind, cpl }, index) => ({
        kind,
        cplMinor: minorIn(currency, cpl, `prices.${index}.cpl`),
      }));
      await setCampaignPrices(ctx, { storeId, campaignId, prices });
      return presentPrices(await readCampaignPrices(ctx, { storeId, campaignId }), currency);
    },
  });
}

/** @throws InvalidInput naming `cpl` or `invoice_cpl` in another currency than the store's */
function statedOf(body: Static<typeof EventKindChangeBody>, currency: string): EventKindChanges {
  const { cpl, invoice_cpl: invoiceCpl } = body;
  return {
    name: body.name,
    cplMinor: cpl === undefined ? undefined : minorIn(currency, cpl, 'cpl'),
    invoiceCplMinor:
      invoiceCpl === undefined || invoiceCpl === null ? invoiceCpl : minorIn(currency, invoiceCpl, 'invoice_cpl'),
    paysValue: body.pays_value,
    pagesCount: body.counts_pages,
    windowDays: body.window_days,
    approvalDays: body.approval_days,
    onceDays: body.once_days,
    maxPerCreator: body.max_per_creator,
    maxPerMonth: body.max_per_month,
  };
}

function minorIn(currency: string, given: { minor: number; currency: string }, field: string): number {
  if (given.currency !== currency) throw new InvalidInput({ [`${field}.currency`]: [`must be \`${currency}\``] });
  return given.minor;
}

const presentKind = (kind: EventKind, currency: string) => ({
  id: kind.id,
  code: kind.code,
  name: kind.name,
  cpl: { minor: kind.cplMinor, currency },
  invoice_cpl: { minor: kind.costMinor, currency },
  cost_is_set: kind.isCostSet,
  pays_value: kind.paysValue,
  counts_pages: kind.pagesCount,
  window_days: kind.windowDays,
  approval_days: kind.approvalDays,
  once_days: kind.onceDays,
  max_per_creator: kind.maxPerCreator,
  max_per_month: kind.maxPerMonth,
  archived_at: kind.archivedAt?.toISOString() ?? null,
});

const presentPrices = (prices: readonly CampaignPrice[], currency: string) => ({
  data: prices.map(({ kind, name, cplMinor, isOwn }) => ({
    kind,
    name,
    cpl: { minor: cplMinor, currency },
    is_own: isOwn,
  })),
});
