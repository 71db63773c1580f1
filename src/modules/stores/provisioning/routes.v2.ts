import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { lockAdministrators, provisioning, resourceRoutes } from '../../accounts/index.ts';
import type { StoreDeps } from '../deps.ts';
import { CATEGORIES } from './categories.ts';
import { MembershipsBody, setMemberships } from './memberships.ts';
import { RETURN_ADS } from './return-ads.ts';
import { STORE_GROUPS } from './store-groups.ts';
import { addToTag, removeFromTag } from './user-tag-members.ts';
import { USER_TAGS } from './user-tags.ts';
import { changePerson, createPerson, PEOPLE } from './users.ts';

/** Store groups, categories, return ads, user tags and users with their memberships, for administrators. */
export function storeProvisioningRoutes(app: FastifyInstance, _parts: StoreDeps): void {
  resourceRoutes(app, STORE_GROUPS);
  resourceRoutes(app, CATEGORIES);
  resourceRoutes(app, RETURN_ADS);
  resourceRoutes(app, USER_TAGS);
  resourceRoutes(app, PEOPLE, {
    create: createPerson,
    update: changePerson,
    lockFirst: lockAdministrators,
    remove: null,
  });

  operation(app, {
    ...provisioning,
    method: 'PUT',
    url: '/v2/admin/users/:user/memberships',
    operationId: 'adminSetMemberships',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Set the stores and clients for which a user acts',
    description: 'Memberships that are not listed are removed. No mail is sent.',
    body: MembershipsBody,
    replies: { 200: PEOPLE.record },
    handle: async ({ ctx, params, body }) => PEOPLE.present(await setMemberships(ctx, params.user, body)),
  });

  operation(app, {
    ...provisioning,
    method: 'PUT',
    url: '/v2/admin/user-tags/:user_tag/users/:user',
    operationId: 'adminAddToUserTag',
    scope: 'administration',
    presence: 'token',
    summary: 'Give a user a tag',
    replies: { 204: null },
    handle: ({ ctx, params }) => addToTag(ctx, params.user_tag, params.user),
  });

  operation(app, {
    ...provisioning,
    method: 'DELETE',
    url: '/v2/admin/user-tags/:user_tag/users/:user',
    operationId: 'adminRemoveFromUserTag',
    scope: 'administration',
    presence: 'token',
    summary: 'Take a tag from a user',
    replies: { 204: null },
    handle: ({ ctx, params }) => removeFromTag(ctx, params.user_tag, params.user),
  });
}
