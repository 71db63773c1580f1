import type { FastifyInstance } from 'fastify';
import type { Policy } from '../../../platform/auth/policy.ts';
import { id, oneOf } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { acceptRawBodies, rawBodyOf } from '../../../platform/http/raw-body.ts';
import { onStore } from '../../stores/index.ts';
import type { OrderDeps } from '../deps.ts';
import { readSignedEvent, receiveEvent } from './receive-event.ts';
import {
  BillingEventReply,
  BillingSourceBody,
  BillingSourceList,
  BillingSourceRecord,
  DEFAULT_OVERLAP_HOURS,
} from './schemas.ts';
import { settleBilling } from './settle-billing.ts';
import { ADAPTERS, connectSource, listSources, removeSource, SOURCES, type StoresSource } from './sources.ts';

const common = { tags: ['Orders'], addition: true } as const;
const SOURCE = '/v2/stores/:store/billing-sources/:billing_source';
const EVENTS = '/v2/webhooks/billing-sources/:billing_source/:store';
const params = { billing_source: oneOf(SOURCES) };

/** The billing sources of stores, and the events that they send. */
export function billingSourceRoutes(app: FastifyInstance, deps: OrderDeps): void {
  settingRoutes(app, deps);
  eventRoute(app, deps);
}

function settingRoutes(app: FastifyInstance, { publicUrl }: OrderDeps): void {
  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/stores/:store/billing-sources',
    operationId: 'listBillingSources',
    summary: 'List the billing sources that a store can connect',
    description:
      'Systems that bill subscriptions and report what is paid, and the latest event of those that are connected.',
    policy: onStore('store'),
    replies: { 200: BillingSourceList },
    handle: async ({ ctx, resource: { id: storeId } }) => ({
      data: (await listSources(ctx, storeId)).map((source) => presentSource(source, { publicUrl, storeId })),
    }),
  });

  operation(app, {
    ...common,
    method: 'PUT',
    url: SOURCE,
    operationId: 'connectBillingSource',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Connect a billing source to a store, or change its settings',
    description:
      'Its paid invoices become orders of the store’s server. A replaced secret is accepted for `overlap_hours` more.',
    policy: onStore('store'),
    params,
    body: BillingSourceBody,
    replies: { 200: BillingSourceRecord },
    handle: async ({ ctx, resource: { id: storeId }, params: { billing_source: source }, body }) => {
      const connected = await connectSource(ctx, {
        storeId,
        source,
        secret: body.secret?.trim(),
        overlapHours: body.overlap_hours ?? DEFAULT_OVERLAP_HOURS,
        trialKind: body.trial_kind,
        startKind: body.start_kind,
      });
      return presentSource(connected, { publicUrl, storeId });
    },
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: SOURCE,
    operationId: 'removeBillingSource',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Remove a billing source of a store',
    description:
      'Its events are refused from then on, and what it has told is deleted: refunds of earlier invoices no longer reach their orders, also when it is connected again. The orders remain.',
    policy: onStore('store'),
    params,
    replies: { 204: null },
    handle: ({ ctx, resource: { id: storeId }, params: { billing_source: source } }) =>
      removeSource(ctx, { storeId, source }),
  });
}

/** The signature covers the body, so it is verified when the body is read, before any effect. */
const signedBySource: Policy<null, null> = {
  name: 'signedByBillingSource',
  describe: 'The billing source of the store, by its signature over the body.',
  credential: 'none',
  subject: null,
  refusals: [],
  admit: async () => ({ actor: null, resource: null }),
};

function eventRoute(app: FastifyInstance, { calendar, isSandbox }: OrderDeps): void {
  acceptRawBodies(app, (scope) =>
    operation(scope, {
      tags: ['Hooks'],
      addition: true,
      method: 'POST',
      url: EVENTS,
      operationId: 'receiveBillingEvent',
      summary: 'Receive an event of a billing source',
      description:
        'Signed by the source with the secret of the store. Events may arrive late, repeatedly and in any order. An event that is refused receives the same reply, because a repetition would be refused, too.',
      policy: signedBySource,
      rateLimited: false,
      publicWrite: 'report',
      params: { store: id({ kind: 'store' }), ...params },
      replies: { 200: BillingEventReply },
      errors: ['bad_signature'],
      handle: async ({ ctx, request, params: { store: storeId, billing_source: source } }) => {
        const { headers } = request;
        const body = rawBodyOf(request);
        const signed = await readSignedEvent(ctx, { storeId, source, body, headers, isSandbox });
        await request.server.countReportKey(request, `billing:${storeId}`);
        const outcome = await receiveEvent(ctx, signed, { isSandbox });
        // A sandbox has no process that settles later, and its clock stands still.
        if (isSandbox) await settleBilling(ctx, { calendar, quietMs: 0 });
        return { received: true as const, outcome };
      },
    }),
  );
}

const presentSource = (
  { source, ...rest }: StoresSource,
  { publicUrl, storeId }: { publicUrl: string; storeId: number },
) => ({
  source,
  endpoint: `${publicUrl}/v2/webhooks/billing-sources/${source}/${storeId}`,
  events: [...ADAPTERS[source].events],
  trial_kind: rest.trialKind,
  start_kind: rest.startKind,
  connected_at: rest.connectedAt?.toISOString() ?? null,
  previous_secret_until: rest.previousValidUntil?.toISOString() ?? null,
  last_event: rest.lastEvent === null ? null : { kind: rest.lastEvent.kind, at: rest.lastEvent.at.toISOString() },
  last_refusal:
    rest.lastRefusal === null ? null : { reason: rest.lastRefusal.reason, at: rest.lastRefusal.at.toISOString() },
});
