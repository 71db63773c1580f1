import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client, ME_KEY } from '../api.ts';
import { removeAllDrafts } from '../components/drafts.ts';
import { followAccount } from '../language/language.tsx';

/** Ends the session, clears the query cache and navigates to sign-in. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    // An expired session needs no sign-out.
    await client.DELETE('/v2/sessions/current').catch(() => undefined);
    removeAllDrafts();
    const isOther = followAccount(null);
    queries.clear();
    queries.setQueryData(ME_KEY, null);
    await navigate({ to: '/console/sign-in' });
    // Who signs in next may have another language.
    if (isOther) location.reload();
  };
}
