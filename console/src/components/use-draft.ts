import { useState } from 'react';

/**
 * What somebody types over a record: only that is kept here, so that the rest follows the record when it is read anew, and what is being typed
 * then is not lost.
 * @param values what is saved now
 */
export function useDraft<Values extends object>(values: Values) {
  const [typed, setTyped] = useState<Partial<Values>>({});
  return {
    /** As it is shown, and would be saved. */
    draft: { ...values, ...typed },
    type: (change: Partial<Values>) => setTyped((before) => ({ ...before, ...change })),
    /** For when the draft is saved and read anew: forgets it; what has been typed over it since stays. */
    forget: () =>
      setTyped((now) => {
        const isSaved = (key: string) => now[key as keyof Values] === typed[key as keyof Values];
        return Object.fromEntries(Object.entries(now).filter(([key]) => !isSaved(key))) as Partial<Values>;
      }),
  };
}
