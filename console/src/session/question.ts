import { useSyncExternalStore } from 'react';

type Answer = (isConfirmed: boolean) => void;

/** A dialog for which requests wait. One answer serves all waiting requests. */
function createQuestion() {
  let waiting: Answer[] = [];
  const listeners = new Set<() => void>();
  const change = (next: Answer[]) => {
    waiting = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    /** Asks. @returns whether it was confirmed */
    ask: (): Promise<boolean> => new Promise((answer) => change([...waiting, answer])),
    /** Resolves all waiting requests. */
    answer: (isConfirmed: boolean): void => {
      const answers = waiting;
      change([]);
      for (const answer of answers) answer(isConfirmed);
    },
    /** Hook: whether a request is waiting. */
    useIsAsked: (): boolean => useSyncExternalStore(subscribe, () => waiting.length > 0),
  };
}

/** Re-authentication before a sensitive action. */
export const freshQuestion = createQuestion();
/** The mail that proves the address of the account, after an action that requires it. */
export const proofQuestion = createQuestion();
/** Sign-in after the session has ended. */
export const signInQuestion = createQuestion();
