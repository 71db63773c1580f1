import { FreshQuestion } from './fresh-question.tsx';
import { ProofQuestion } from './proof-question.tsx';
import { freshQuestion, proofQuestion } from './question.ts';

/** The questions about the reader that an action waits for. */
export default function OwnQuestions() {
  const isProofAsked = proofQuestion.useIsAsked();
  const isFreshAsked = freshQuestion.useIsAsked();
  return (
    <>
      {isProofAsked && <ProofQuestion />}
      {isFreshAsked && <FreshQuestion />}
    </>
  );
}
