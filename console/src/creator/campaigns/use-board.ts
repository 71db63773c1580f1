import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import { useMe } from '../../session/use-me.ts';

type List = paths['/v2/users/{user}/campaign-board']['get'];

/** A campaign as a creator decides on it, with the creator's part. */
export type Campaign = List['responses']['200']['content']['application/json']['data'][number];
export type Participation = NonNullable<Campaign['part']>;

const MOST = 100;

/** The campaigns that are for whoever has signed in. */
export function useBoard(query: NonNullable<List['parameters']['query']> = {}) {
  const { id: user } = useMe();
  return api.useQuery('get', '/v2/users/{user}/campaign-board', {
    params: { path: { user }, query: { size: MOST, ...query } },
  });
}
