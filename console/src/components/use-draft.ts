import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ME_KEY } from '../api.ts';
import type { Me } from '../session/use-me.ts';
import { draftKey, keep, readKept } from './drafts.ts';
import { decided, type Edits, isSame, withChange, without } from './edits.ts';

const NONE = { typed: {}, bases: {} };
const isEmpty = ({ typed }: { typed: object }) => Object.keys(typed).length === 0;

/** A form's input over the saved record. */
export type Draft<Values extends object> = ReturnType<typeof useDraft<Values>>;

/**
 * Draft over a saved record. Keeps only the edited fields, so that the other fields follow the record when it is refetched and edits
 * are not lost.
 * @param values the saved record, or the initial values of a new one
 * @param form the name of the form and its record, such as `link:7`: the edits then survive a reload and a new sign-in in this tab.
 *   A form with secrets or bank details has none. A component that shows several records one after the other has a key of the record.
 */
export function useDraft<Values extends object>(values: Values, form?: string) {
  // A form without a name also exists without a session.
  const me = useQueryClient().getQueryData<Me>(ME_KEY);
  const key = form === undefined || !me ? null : draftKey(me.id, form);
  const [edits, setEdits] = useState<Edits<Values>>(() => (key === null ? null : readKept<Edits<Values>>(key)) ?? NONE);
  const [isRestored, setRestored] = useState(!isEmpty(edits));
  // A page that is left at once is not rendered again, so the edits are stored when they change and not in an effect.
  const latest = useRef(edits);
  const store = (some: Edits<Values>) => key !== null && keep(key, isEmpty(some) ? null : some);
  const update = (after: Edits<Values>) => {
    latest.current = after;
    store(after);
    if (isEmpty(after)) setRestored(false);
    setEdits(after);
  };
  const { typed } = edits;
  const differs = (changes: Partial<Values>) =>
    (Object.keys(changes) as (keyof Values)[]).some((field) => !isSame(changes[field], values[field]));
  const savedBefore = useRef<Partial<Values>>({});
  const withoutSaved = (saved: Partial<Values>) => {
    const isSaved = (field: string) =>
      isSame(latest.current.typed[field as keyof Values], saved[field as keyof Values]);
    return without(latest.current, Object.keys(latest.current.typed).filter(isSaved));
  };
  return {
    /** The record with the edits applied. */
    draft: { ...values, ...typed },
    saved: values,
    isChanged: differs(typed),
    /** The same, also after the component was rendered. */
    isChangedNow: () => differs(latest.current.typed),
    /** The edits were typed before the page was loaded. */
    isRestored,
    type: (change: Partial<Values>) => update(withChange(latest.current, change, values)),
    /** Removes saved edits from the storage, and remembers that they are no conflict with later ones. The fields remain as they are. */
    noteSaved: (saved: Partial<Values>) => {
      savedBefore.current = { ...savedBefore.current, ...saved };
      store(withoutSaved(saved));
      setRestored(false);
    },
    /** Removes the saved edits; later edits remain. */
    dropSaved: (saved: Partial<Values>) => update(withoutSaved(saved)),
    discard: () => update(NONE),
    /** Removes the stored edits of a form that is left because it was saved. The fields remain as they are. */
    release: () => {
      if (key !== null) keep(key, null);
    },
    /** The current edits, also between two renderings. */
    editsNow: () => latest.current,
    /** The values that were saved by this form. */
    sentNow: () => savedBefore.current,
    /** Gives up the edits of the given fields, and bases the others on the current record. */
    decide: (theirs: readonly string[], saved: Values) => update(decided(latest.current, theirs, saved)),
  };
}
