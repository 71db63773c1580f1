import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError, type paths } from '@tributary/client';
import { client, ME_KEY, queryClient } from '../api.ts';

/** The signed-in user. */
export type Me = paths['/v2/me']['get']['responses']['200']['content']['application/json'];

const options = {
  queryKey: ME_KEY,
  // A missing session is a valid result.
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

/** Loads the session before a component asks for it. Does not fail. */
export const loadSession = (): Promise<void> => queryClient.prefetchQuery(options);

/** The signed-in user; null without a session. Suspends while loading. */
export const useSession = (): Me | null => useSuspenseQuery(options).data;

/** The signed-in user, inside the frame, which guarantees a session. */
export function useMe(): Me {
  const { data } = useQuery(options);
  if (!data) throw new Error('nobody has signed in');
  return data;
}
