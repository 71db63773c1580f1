import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Actor } from '../../platform/auth/actor.ts';
import { everyone, onNamedResource, type Policy } from '../../platform/auth/policy.ts';
import { Forbidden, NotFound } from '../../platform/errors/errors.ts';
import { dateTime, text } from '../../platform/http/fields.ts';
import { operation } from '../../platform/http/operation.ts';
import { sandboxUrl } from './addresses.ts';
import { enterSandbox, requestSession } from './browser-session.ts';
import type { SandboxDeps } from './host.ts';
import { findSandbox, hostOf, type Sandbox } from './sandbox.ts';
import { sandboxParam } from './schemas.ts';
import { sandboxCookie } from './session-cookie.ts';

const tags = ['Sandboxes'];

/** An administrator of the marketplace reads about the sandboxes of others and does not enter them. */
const onOwnSandbox = onNamedResource<Sandbox>({
  name: 'ownSandbox',
  describe: 'The owner of the sandbox.',
  param: 'sandbox',
  kind: 'sandbox',
  load: ({ db }, id) => findSandbox(db, id),
  access: (actor, { ownerId }) => (actor.userId === ownerId ? 'allow' : actor.isAdmin ? 'forbid' : 'hide'),
});

/**
 * Routes by which the owner's browser enters a sandbox on a host of its own, to which the cookie of the console is not sent: the console
 * receives a code and sends it to that host as a form.
 */
export function sandboxSessionRoutes(app: FastifyInstance, deps: SandboxDeps & { publicUrl: string }): void {
  operation(app, {
    tags,
    addition: true,
    needs: 'read',
    method: 'POST',
    url: '/v2/sandboxes/:sandbox/sessions',
    operationId: 'requestSandboxSession',
    scope: 'administration',
    presence: 'owner',
    // Somebody whose mailbox is not proven may create sandboxes and may therefore see them.
    forUnproven: true,
    summary: 'Get a code to enter a sandbox on its own host',
    description:
      'With `SANDBOX_URL`. The browser sends the code to `url` as the form field `code`, from a page of the marketplace. It is valid for a minute, once, for this sandbox and this session.',
    policy: onOwnSandbox,
    params: sandboxParam,
    replies: {
      201: Type.Object({
        url: Type.String({ description: 'Where the form is sent.' }),
        code: Type.String(),
        expires_at: dateTime(),
      }),
    },
    errors: ['no_sandbox_host', 'no_sandboxes_here'],
    handle: async ({ ctx, resource }) => {
      const { code, expiresAt } = await requestSession(ctx, deps, resource);
      const { origin } = hostOf(deps).addresses;
      return { url: `${sandboxUrl(origin, resource.id)}/session`, code, expires_at: expiresAt.toISOString() };
    },
  });

  /** Nobody is refused on the host of sandboxes: the code decides. Elsewhere, the route does not exist. */
  const onSandboxHost: Policy<Actor | null, null> = {
    ...everyone,
    name: 'sandboxHost',
    describe: 'Anyone, on the host of `SANDBOX_URL`.',
    refusals: [404],
    admit: async (request) => {
      if (deps.sandboxes?.addresses.isOwn(request.headers) !== true) throw new NotFound('route');
      return everyone.admit(request);
    },
  };

  operation(app, {
    tags,
    addition: true,
    method: 'POST',
    url: '/sandboxes/:sandbox/session',
    operationId: 'startSandboxSession',
    summary: 'Exchange a code for the cookie of a sandbox',
    description:
      'For browsers, on the host of `SANDBOX_URL`: the form that the console sends. It must come from a page of the marketplace, and opens the front page of the sandbox.',
    policy: onSandboxHost,
    params: sandboxParam,
    form: true,
    body: Type.Object({ code: text({ max: 100, description: 'The code of `requestSandboxSession`.' }) }),
    replies: { 303: null },
    errors: ['code_invalid', 403],
    handle: async ({ ctx, params, body, request, reply }) => {
      requireOwnPage(request, deps.publicUrl);
      const { origin } = hostOf(deps).addresses;
      const id = params.sandbox;
      const { secret, expires } = await enterSandbox(ctx, { sandboxId: id, code: body.code });
      reply.headers({
        // No address of the request: it could lead anywhere.
        location: `${sandboxUrl(origin, id)}/`,
        'set-cookie': sandboxCookie(secret, { origin, id, expires }),
        'cache-control': 'no-store',
      });
    },
  });
}

/**
 * Requires a form that a page of the marketplace has sent to a window. Otherwise another site could send the code of its own sandbox, and the
 * browser would then follow the redirects of that sandbox without the page in between.
 * @throws Forbidden
 */
function requireOwnPage({ headers }: FastifyRequest, publicUrl: string): void {
  const target = headers['sec-fetch-dest'];
  if (headers.origin === new URL(publicUrl).origin && (target === undefined || target === 'document')) return;
  throw new Forbidden('forbidden', 'Open the sandbox from the console.');
}
