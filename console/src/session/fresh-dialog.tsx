import { lazyPart } from '../components/lazy-part.tsx';
import { useIsFreshAsked } from './ask-fresh.ts';

const FreshQuestion = lazyPart(() => import('./fresh-question.tsx'));

/** Asks for re-authentication before a sensitive action. Its code is loaded when it is first needed. */
export function FreshDialog() {
  const isAsked = useIsFreshAsked();
  return isAsked ? <FreshQuestion /> : null;
}
