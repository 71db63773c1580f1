import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError, type paths } from '@tributary/client';
import { client, ME_KEY } from '../api.ts';

/** Who has signed in. */
export type Me = paths['/v2/me']['get']['responses']['200']['content']['application/json'];

const options = {
  queryKey: ME_KEY,
  // Nobody is an answer, too.
  queryFn: async (): Promise<Me | null> => {
    try {
      const { data } = await client.GET('/v2/me');
      return data!;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 5 * 60_000,
};

/** Who has signed in; null for nobody. Suspends until it is known. */
export const useSession = (): Me | null => useSuspenseQuery(options).data;

/** Who has signed in, below the console's frame, where somebody has. */
export function useMe(): Me {
  const { data } = useQuery(options);
  if (!data) throw new Error('nobody has signed in');
  return data;
}

/** Whether the person may see a shop: its members, and administrators. */
export const mayActForStore = (me: Me, storeId: number) =>
  me.roles.includes('admin') || me.stores.some(({ id }) => id === storeId);

/** Whether the person may see an agency: its representatives, and administrators. */
export const mayActForClient = (me: Me, clientId: number) =>
  me.roles.includes('admin') || me.clients.some(({ id }) => id === clientId);
