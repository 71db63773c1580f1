import { lazyPart } from '../components/lazy-part.tsx';
import { freshQuestion, proofQuestion } from './question.ts';

const OwnQuestions = lazyPart(() => import('./own-questions.tsx'));

/**
 * Asks for re-authentication before a sensitive action, and offers the mail that proves the address when an action was refused because nobody has proven it.
 * Their code is loaded when it is first needed.
 */
export function OwnDialogs() {
  const isProofAsked = proofQuestion.useIsAsked();
  return freshQuestion.useIsAsked() || isProofAsked ? <OwnQuestions /> : null;
}
