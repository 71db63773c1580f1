import type { FastifyInstance } from 'fastify';
import { id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentCursor } from '../../../platform/pagination.ts';
import { onUser } from '../../accounts/index.ts';
import { onCampaignAsReader } from '../../campaigns/index.ts';
import { onStore, TERMS_ARE_PROMISED } from '../../stores/index.ts';
import { checkFilters } from '../lists/read-orders.ts';
import { onCustomerBinding } from '../policy.ts';
import { endBinding, forgetCustomers } from './end-binding.ts';
import { type Binding, listBindings, readBinding } from './list-bindings.ts';
import {
  lockProgramme,
  PROGRAMME_ERRORS,
  type Programme,
  readProgrammes,
  requireLinkable,
  type Step,
  setProgramme,
} from './programme.ts';
import {
  BindingEndBody,
  bindingListQuery,
  CustomerBindingList,
  CustomerBindingRecord,
  CustomerProgrammeBody,
  CustomerProgrammes,
  ForgottenCustomers,
  OwnCustomerList,
  ownCustomerListQuery,
} from './schemas.ts';

const MILLION = 1_000_000;

/** What stores pay for repeated orders of customers, and to whom their customers are bound. */
export function customerRoutes(app: FastifyInstance): void {
  const common = { tags: ['Orders'], addition: true } as const;

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/stores/:store/customer-programme',
    operationId: 'getCustomerProgramme',
    assistants: 'search',
    storeKey: true,
    summary: 'Read what a store pays for repeated orders of customers',
    description: 'With all versions.',
    policy: onStore('store'),
    replies: { 200: CustomerProgrammes },
    version: versionOf,
    handle: async ({ ctx, resource: { id } }) => presentProgrammes(await readProgrammes(ctx.db, id)),
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/offers/:offer/customer-programme',
    operationId: 'getCampaignCustomerProgramme',
    assistants: 'search',
    storeKey: true,
    summary: 'Read what the store of a campaign pays for repeated orders of customers',
    description: 'For the store, and for creators in the audience, before they join the campaign or create a link.',
    policy: onCampaignAsReader,
    replies: { 200: CustomerProgrammes },
    handle: async ({ ctx, resource: { storeId } }) => presentProgrammes(await readProgrammes(ctx.db, storeId)),
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/users/:user/stores/:store/customer-programme',
    operationId: 'getCreatorCustomerProgramme',
    assistants: 'search',
    summary: 'Read what a store pays a creator for repeated orders of customers',
    description: 'Of stores to which the creator can create links, before the creator does.',
    policy: onUser('user'),
    params: { store: id({ kind: 'store' }) },
    replies: { 200: CustomerProgrammes },
    handle: async ({ ctx, resource: { id: userId }, params: { store: storeId } }) => {
      await requireLinkable(ctx, { storeId, userId });
      return presentProgrammes(await readProgrammes(ctx.db, storeId));
    },
  });

  operation(app, {
    ...common,
    method: 'PUT',
    url: '/v2/stores/:store/customer-programme',
    operationId: 'setCustomerProgramme',
    scope: 'administration',
    presence: 'token',
    summary: 'Set what a store pays for repeated orders of customers',
    description:
      'A new version, for customers who are won from now on. Customers who are bound keep the version of their first order. The same programme changes nothing.',
    policy: onStore('store'),
    body: CustomerProgrammeBody,
    replies: { 200: CustomerProgrammes },
    errors: [TERMS_ARE_PROMISED, ...PROGRAMME_ERRORS, 404],
    current: async ({ ctx, resource: { id } }) => {
      await lockProgramme(ctx.db, id);
      return versionOf(presentProgrammes(await readProgrammes(ctx.db, id)));
    },
    handle: async ({ ctx, resource: { id: storeId }, body: { steps, pays_first_order: paysFirst = false } }) => {
      const read = steps.map(({ months, cpa }) => ({ months, cpa_ppm: Math.round(cpa * MILLION) }));
      await setProgramme(ctx, { storeId, steps: read, paysFirst });
      return presentProgrammes(await readProgrammes(ctx.db, storeId));
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/stores/:store/customer-bindings',
    operationId: 'listCustomerBindings',
    storeKey: true,
    summary: 'List the customers of a store who are bound to creators',
    description: 'Newest first. The references of the customers are not stored.',
    policy: onStore('store'),
    query: bindingListQuery,
    replies: { 200: CustomerBindingList },
    handle: async ({ ctx, resource: { id: storeId }, query }) => {
      const { user_id: userId, active: isActive } = query;
      await checkFilters(ctx, { userId });
      const { bindings, next } = await listBindings(ctx, { storeId, userId, isActive }, query);
      return { data: bindings.map(presentBinding), meta: presentCursor(next) };
    },
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/stores/:store/customer-bindings/:customer_binding/end',
    operationId: 'endCustomerBinding',
    scope: 'administration',
    presence: 'token',
    summary: 'End the binding of a customer',
    description: 'Later orders no longer follow it; earlier ones are unchanged. The creator reads the reason.',
    policy: onCustomerBinding,
    body: BindingEndBody,
    replies: { 200: CustomerBindingRecord },
    errors: ['binding_ended'],
    handle: async ({ ctx, resource: { id, store }, body: { reason } }) => {
      await endBinding(ctx, { id, storeId: store.id, reason: reason.trim() });
      return presentBinding((await readBinding(ctx, id))!);
    },
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: '/v2/stores/:store/customer-key',
    operationId: 'forgetCustomers',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Forget the customers of a store',
    description:
      'Erases the key with which references of customers are hashed, and ends all bindings. The stored hashes say nothing from then on. It cannot be undone.',
    policy: onStore('store'),
    replies: { 200: ForgottenCustomers },
    handle: async ({ ctx, resource: { id: storeId } }) => ({ bindings: await forgetCustomers(ctx, { storeId }) }),
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/users/:user/customer-bindings',
    operationId: 'listUserCustomerBindings',
    assistants: 'search',
    summary: 'List the customers whom a creator has won',
    description: 'Newest first, without anything that identifies the customer.',
    policy: onUser('user'),
    query: ownCustomerListQuery,
    replies: { 200: OwnCustomerList },
    handle: async ({ ctx, resource: { id: userId }, query }) => {
      const { bindings, next } = await listBindings(ctx, { userId, isActive: query.active }, query);
      return {
        data: bindings.map((binding) => ({ ...shared(binding), store: binding.store })),
        meta: presentCursor(next),
      };
    },
  });
}

const versionOf = ({ steps, pays_first_order }: { steps: readonly object[]; pays_first_order: boolean }) => ({
  steps,
  pays_first_order,
});

const presentSteps = (steps: readonly Step[]) =>
  steps.map(({ months, cpa_ppm: ppm }) => ({ months, cpa: ppm / MILLION }));

const presentProgramme = ({ version, createdAt, paysFirst, steps }: Programme) => ({
  version,
  changed_at: createdAt.toISOString(),
  pays_first_order: paysFirst,
  steps: presentSteps(steps),
});

function presentProgrammes(programmes: readonly Programme[]) {
  const versions = programmes.map(presentProgramme);
  const none = { version: null, changed_at: null, pays_first_order: false, steps: [] };
  return { ...(versions[0] ?? none), versions };
}

const shared = (binding: Binding) => ({
  id: binding.id,
  active: binding.isActive,
  begins_at: binding.beginsAt.toISOString(),
  ends_at: binding.endsAt?.toISOString() ?? null,
  ended_at: binding.endedAt?.toISOString() ?? null,
  ended_reason: binding.endedReason,
  ended_note: binding.endedNote,
  offer_id: binding.campaignId,
  programme_version: binding.programmeVersion,
  steps: presentSteps(binding.steps),
  cpa: binding.ratePpm === null ? null : binding.ratePpm / MILLION,
  orders: binding.orders,
});

const presentBinding = (binding: Binding) => ({
  ...shared(binding),
  customer: binding.customer,
  user: binding.user,
  first_order: { id: binding.firstOrder.id, order_id: binding.firstOrder.orderId },
});
