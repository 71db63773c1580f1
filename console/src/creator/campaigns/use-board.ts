import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import { useMe } from '../../session/use-me.ts';

type List = paths['/v2/users/{user}/campaign-board']['get'];

/** A campaign with the creator's participation. */
export type Campaign = List['responses']['200']['content']['application/json']['data'][number];
export type Participation = NonNullable<Campaign['part']>;

const MOST = 100;

/** Campaigns of the signed-in user. */
export function useBoard(query: NonNullable<List['parameters']['query']> = {}) {
  const { id: user } = useMe();
  return api.useQuery('get', '/v2/users/{user}/campaign-board', {
    params: { path: { user }, query: { size: MOST, ...query } },
  });
}
