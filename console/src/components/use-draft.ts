import { useState } from 'react';

/**
 * Draft over a saved record. Keeps only the edited fields, so that the other fields follow the record when it is refetched and edits
 * are not lost.
 * @param values the saved record
 */
export function useDraft<Values extends object>(values: Values) {
  const [typed, setTyped] = useState<Partial<Values>>({});
  return {
    /** The record with the edits applied. */
    draft: { ...values, ...typed },
    type: (change: Partial<Values>) => setTyped((before) => ({ ...before, ...change })),
    /** Drops the edits that have been saved; later edits stay. */
    forget: () =>
      setTyped((now) => {
        const isSaved = (key: string) => now[key as keyof Values] === typed[key as keyof Values];
        return Object.fromEntries(Object.entries(now).filter(([key]) => !isSaved(key))) as Partial<Values>;
      }),
  };
}
