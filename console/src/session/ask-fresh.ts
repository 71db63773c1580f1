import { useSyncExternalStore } from 'react';

type Answer = (confirmed: boolean) => void;

/** Requests that wait for re-authentication; one dialog serves all of them. */
let waiting: Answer[] = [];
const listeners = new Set<() => void>();

function change(next: Answer[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Asks for re-authentication. @returns whether it succeeded */
export function askFresh(): Promise<boolean> {
  return new Promise((answer) => change([...waiting, answer]));
}

/** Resolves all waiting requests. */
export function answerFresh(confirmed: boolean): void {
  const answers = waiting;
  change([]);
  for (const answer of answers) answer(confirmed);
}

/** Whether a request is waiting. */
export const useIsFreshAsked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting.length > 0,
  );
