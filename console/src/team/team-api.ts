import type { paths } from '@tributary/client';
import { MAX_PAGE_SIZE } from '../../../src/platform/page-size.ts';
import { api, client } from '../api.ts';

export const TEAM_ROLES = ['owner', 'manager', 'finance', 'read_only'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** The team of a store or of an agency. */
export interface Team {
  kind: 'store' | 'client';
  id: number;
}

export type Member =
  paths['/v2/stores/{store}/team']['get']['responses']['200']['content']['application/json']['data'][number];
export type Invite =
  paths['/v2/clients/{client}/invites']['get']['responses']['200']['content']['application/json']['data'][number];

const SIZE = { size: MAX_PAGE_SIZE };

export function useMembers({ kind, id }: Team, page: number) {
  const query = { ...SIZE, page };
  const store = api.useList(
    'get',
    '/v2/stores/{store}/team',
    { params: { path: { store: id }, query } },
    { enabled: kind === 'store' },
  );
  const client = api.useList(
    'get',
    '/v2/clients/{client}/team',
    { params: { path: { client: id }, query } },
    { enabled: kind === 'client' },
  );
  return kind === 'store' ? store : client;
}

export function useInvites({ kind, id }: Team) {
  const store = api.useQuery(
    'get',
    '/v2/advertisers/{advertiser}/invites',
    { params: { path: { advertiser: id }, query: SIZE } },
    { enabled: kind === 'store' },
  );
  const client = api.useQuery(
    'get',
    '/v2/clients/{client}/invites',
    { params: { path: { client: id }, query: SIZE } },
    { enabled: kind === 'client' },
  );
  return kind === 'store' ? store : client;
}

export async function sendInvite({ kind, id }: Team, body: { email: string; role: TeamRole }) {
  if (kind === 'store') {
    await client.POST('/v2/advertisers/{advertiser}/invites', { params: { path: { advertiser: id } }, body });
  } else {
    await client.POST('/v2/clients/{client}/invites', { params: { path: { client: id } }, body });
  }
  return body;
}

export async function revokeInvite({ kind, id }: Team, invite: number) {
  if (kind === 'store') {
    await client.DELETE('/v2/advertisers/{advertiser}/invites/{invite}', {
      params: { path: { advertiser: id, invite } },
    });
  } else {
    await client.DELETE('/v2/clients/{client}/invites/{invite}', { params: { path: { client: id, invite } } });
  }
}

export async function changeRole({ kind, id }: Team, user: number, role: TeamRole) {
  if (kind === 'store') {
    await client.PATCH('/v2/stores/{store}/team/{user}', { params: { path: { store: id, user } }, body: { role } });
  } else {
    await client.PATCH('/v2/clients/{client}/team/{user}', { params: { path: { client: id, user } }, body: { role } });
  }
}

export async function removeMember({ kind, id }: Team, user: number) {
  if (kind === 'store') {
    await client.DELETE('/v2/stores/{store}/team/{user}', { params: { path: { store: id, user } } });
  } else {
    await client.DELETE('/v2/clients/{client}/team/{user}', { params: { path: { client: id, user } } });
  }
}

export async function leaveTeam({ kind, id }: Team) {
  if (kind === 'store') await client.DELETE('/v2/me/stores/{store}', { params: { path: { store: id } } });
  else await client.DELETE('/v2/me/clients/{client}', { params: { path: { client: id } } });
}
