import { lazyPart } from '../components/lazy-part.tsx';
import { freshQuestion } from './question.ts';

const FreshQuestion = lazyPart(() => import('./fresh-question.tsx'));

/** Asks for re-authentication before a sensitive action. Its code is loaded when it is first needed. */
export function FreshDialog() {
  return freshQuestion.useIsAsked() ? <FreshQuestion /> : null;
}
