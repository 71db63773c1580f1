import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ME_KEY } from '../api.ts';
import type { Me } from '../session/use-me.ts';
import { draftKey, keep, readKept } from './drafts.ts';
import { decided, type Edits, isSame, withChange, without } from './edits.ts';

const NONE = { typed: {}, bases: {} };

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
  const [isRestored, setRestored] = useState(Object.keys(edits.typed).length > 0);
  // A page that is left at once is not rendered again, so the edits are stored when they change and not in an effect.
  const latest = useRef(edits);
  const update = (after: Edits<Values>) => {
    latest.current = after;
    const isEmpty = Object.keys(after.typed).length === 0;
    if (key !== null) keep(key, isEmpty ? null : after);
    if (isEmpty) setRestored(false);
    setEdits(after);
  };
  const { typed } = edits;
  const differs = (changes: Partial<Values>) =>
    (Object.keys(changes) as (keyof Values)[]).some((field) => !isSame(changes[field], values[field]));
  const sentBefore = useRef<Partial<Values>>({});
  const dropSent = (sent: Partial<Values>) => {
    const isSent = (field: string) => isSame(latest.current.typed[field as keyof Values], sent[field as keyof Values]);
    update(without(latest.current, Object.keys(latest.current.typed).filter(isSent)));
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
    /** Remembers edits that were saved, so that they are no conflict with later ones. */
    noteSent: (sent: Partial<Values>) => {
      sentBefore.current = { ...sentBefore.current, ...sent };
      setRestored(false);
    },
    /** Removes the saved edits; later edits remain. */
    dropSent,
    discard: () => update(NONE),
    /** Removes the stored edits of a form that is left because it was saved. The fields remain as they are. */
    release: () => {
      if (key !== null) keep(key, null);
    },
    /** The current edits, also between two renderings. */
    editsNow: () => latest.current,
    /** The values that were saved by this form. */
    sentNow: () => sentBefore.current,
    /** Gives up the edits of the given fields, and bases the others on the current record. */
    decide: (theirs: readonly string[], saved: Values) => update(decided(latest.current, theirs, saved)),
  };
}
