import type { FastifyInstance } from 'fastify';
import { inPerson, signedIn } from '../../platform/auth/policy.ts';
import type { Context } from '../../platform/context.ts';
import { operation } from '../../platform/http/operation.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../platform/pagination.ts';
import { advanceClock } from './advance-clock.ts';
import { deleteSandbox } from './delete-sandbox.ts';
import type { SandboxDeps } from './host.ts';
import { listSandboxes } from './list-sandboxes.ts';
import { makeSandbox } from './make-sandbox.ts';
import { planTraffic } from './plan-traffic.ts';
import { onSandbox } from './policy.ts';
import { presentEvent, presentMail, presentSandbox, presentTraffic } from './present.ts';
import { hostOf, requireReady } from './sandbox.ts';
import {
  ClockBody,
  EventRecord,
  MadeSandbox,
  MailRecord,
  MakeBody,
  SandboxRecord,
  sandboxParam,
  TrafficBody,
  TrafficReply,
} from './schemas.ts';

const tags = ['Sandboxes'];
/** A sandbox belongs to a person; the roles that the person has in teams do not matter. */
const common = { tags, addition: true, needs: 'read' } as const;

/** Version 2 of sandboxes. */
export function sandboxRoutesV2(app: FastifyInstance, deps: SandboxDeps): void {
  recordRoutes(app, deps);
  timeRoutes(app, deps);
}

/** The beginning of the addresses of sandboxes. A sandbox has none and lists none. */
const originOf = ({ sandboxes }: SandboxDeps, { publicUrl }: Pick<Context, 'publicUrl'>) =>
  sandboxes?.addresses.origin ?? publicUrl;

function recordRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/sandboxes',
    operationId: 'makeSandbox',
    scope: 'administration',
    needs: 'read',
    presence: 'token',
    summary: 'Make a sandbox',
    description:
      'A separate marketplace with its own database and a clock that only the owner advances. It does not affect the real marketplace. It handles requests with its tokens, and requests below its `public_url`.',
    policy: inPerson(signedIn),
    body: MakeBody,
    replies: { 201: MadeSandbox },
    errors: ['too_many_sandboxes', 'no_sandboxes_here', 'sandbox_deleted'],
    handle: async ({ ctx, body }) => {
      const { name = 'Sandbox', shape = 'market', seed = 1, clock } = body;
      const asked = { name, shape, seed, clock: clock === undefined ? null : new Date(clock) };
      const { sandbox, tokens } = await makeSandbox(ctx, deps, asked);
      return { ...presentSandbox(sandbox, originOf(deps, ctx)), tokens };
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/sandboxes',
    operationId: 'listSandboxes',
    summary: 'List sandboxes',
    description: 'The caller’s own, newest first; an administrator’s list has everybody’s.',
    policy: signedIn,
    query: pageQuery(),
    replies: { 200: v2Envelope(SandboxRecord) },
    handle: async ({ ctx, page, request }) => {
      const found = await listSandboxes(ctx, page);
      return presentV2Page(request, page, found, (sandbox) => presentSandbox(sandbox, originOf(deps, ctx)));
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/sandboxes/:sandbox',
    operationId: 'getSandbox',
    summary: 'Read a sandbox',
    description: 'While the clock is advancing, `advance` contains the progress.',
    policy: onSandbox,
    params: sandboxParam,
    replies: { 200: SandboxRecord },
    handle: ({ ctx, resource }) => {
      // If a process ended during an advance, the next request for the progress continues it.
      if (resource.state === 'advancing') deps.sandboxes?.advance(resource.id);
      return presentSandbox(resource, originOf(deps, ctx));
    },
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: '/v2/sandboxes/:sandbox',
    operationId: 'deleteSandbox',
    scope: 'administration',
    needs: 'read',
    presence: 'token',
    summary: 'Delete a sandbox',
    description: 'With its database and its files.',
    policy: onSandbox,
    params: sandboxParam,
    replies: { 204: null },
    errors: ['no_sandboxes_here'],
    handle: async ({ ctx, resource }) => deleteSandbox(ctx, deps, resource),
  });
}

function timeRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/sandboxes/:sandbox/clock',
    operationId: 'advanceSandboxClock',
    scope: 'administration',
    needs: 'read',
    presence: 'token',
    summary: 'Advance the clock of a sandbox',
    description:
      'Everything that depends on time happens in order: planned traffic, jobs, reminders, expiries, closings of months on the third day of the next, and deliveries of webhooks. Replies at once; `GET /v2/sandboxes/{sandbox}` shows the progress. Meanwhile, requests to the sandbox receive a 409.',
    policy: onSandbox,
    params: sandboxParam,
    body: ClockBody,
    replies: { 202: SandboxRecord },
    errors: ['sandbox_busy', 'no_sandboxes_here'],
    handle: async ({ ctx, resource, body }) =>
      presentSandbox(await advanceClock(ctx, deps, resource, new Date(body.advance_to)), originOf(deps, ctx)),
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/sandboxes/:sandbox/traffic',
    operationId: 'planSandboxTraffic',
    scope: 'administration',
    needs: 'read',
    presence: 'token',
    summary: 'Plan traffic in a sandbox',
    description: 'Visitors and orders that happen when the clock passes them. The same seed yields the same traffic.',
    policy: onSandbox,
    params: sandboxParam,
    body: TrafficBody,
    replies: { 201: TrafficReply },
    errors: ['sandbox_busy', 'too_much_traffic', 'no_links', 'no_sandboxes_here'],
    handle: async ({ resource, body }) => {
      const { from, days = 30, clicks, orders = 0, seed = null, pattern = 'shoppers', store_id: storeId = null } = body;
      const asked = { from: from === undefined ? null : new Date(from), days, clicks, orders, seed, pattern, storeId };
      return presentTraffic(await planTraffic(deps, resource, asked));
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/sandboxes/:sandbox/inbox',
    operationId: 'listSandboxMails',
    summary: 'List the mails of a sandbox',
    description: 'The mails that would have been sent, newest first. Nothing is sent.',
    policy: onSandbox,
    params: sandboxParam,
    query: pageQuery(),
    replies: { 200: v2Envelope(MailRecord) },
    errors: ['sandbox_busy', 'no_sandboxes_here'],
    handle: async ({ resource, page, request }) => {
      const host = hostOf(deps);
      requireReady(resource);
      return presentV2Page(request, page, await host.readInbox(resource.id, page), presentMail);
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/sandboxes/:sandbox/events',
    operationId: 'listSandboxEvents',
    summary: 'List the events of a sandbox',
    description: 'The events of the sandbox, newest first, with the times of the sandbox.',
    policy: onSandbox,
    params: sandboxParam,
    query: pageQuery(),
    replies: { 200: v2Envelope(EventRecord) },
    errors: ['sandbox_busy', 'no_sandboxes_here'],
    handle: async ({ resource, page, request }) => {
      const host = hostOf(deps);
      requireReady(resource);
      return presentV2Page(request, page, await host.readEvents(resource.id, page), presentEvent);
    },
  });
}
