import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client, ME_KEY } from '../api.ts';

/** Ends the session, forgets what was read in it, and leads to the door. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    // A session that has ended already is as good as one that ends now.
    await client.DELETE('/v2/sessions/current').catch(() => undefined);
    queries.clear();
    queries.setQueryData(ME_KEY, null);
    await navigate({ to: '/' });
  };
}
