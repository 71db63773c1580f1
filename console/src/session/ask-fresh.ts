import { useSyncExternalStore } from 'react';

type Answer = (confirmed: boolean) => void;

/** Requests that wait for the person to show again who they are; one dialog is for all of them. */
let waiting: Answer[] = [];
const listeners = new Set<() => void>();

function change(next: Answer[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Asks the person to show again who they are; whether they have. */
export function askFresh(): Promise<boolean> {
  return new Promise((answer) => change([...waiting, answer]));
}

/** Answers all who wait. */
export function answerFresh(confirmed: boolean): void {
  const answers = waiting;
  change([]);
  for (const answer of answers) answer(confirmed);
}

/** Whether anybody waits. */
export const useIsFreshAsked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting.length > 0,
  );
