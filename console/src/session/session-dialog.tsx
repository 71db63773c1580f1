import { useQueryClient } from '@tanstack/react-query';
import { ME_KEY } from '../api.ts';
import { lazyPart } from '../components/lazy-part.tsx';
import { signInQuestion } from './question.ts';
import type { Me } from './use-me.ts';

const SignInAgain = lazyPart(() => import('./sign-in-again.tsx'));

/** Asks for a new sign-in when the session has ended. The page and its input stay, and the refused requests are repeated. */
export function SessionDialog() {
  const isAsked = signInQuestion.useIsAsked();
  const me = useQueryClient().getQueryData<Me | null>(ME_KEY);
  return isAsked && me ? <SignInAgain me={me} /> : null;
}
