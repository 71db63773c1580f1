import { ApiError } from '@tributary/client';
import { type ReactNode, useState } from 'react';
import { ConflictDialog, type ShownConflict } from './conflict-dialog.tsx';
import { conflictsOf } from './edits.ts';
import { useCommonTexts } from './texts.ts';
import type { Draft } from './use-draft.ts';

const MAX_ATTEMPTS = 5;

interface Question {
  conflicts: readonly ShownConflict[];
  /** The fields whose saved values replace the edits; null if the save is cancelled. */
  answer: (theirs: readonly string[] | null) => void;
}

/** A record that another user may change while its form is open. */
export interface CheckedRecord<Values extends object> {
  /** Reads the record again, as form values. */
  reread: () => Promise<Values>;
  /** The labels of the fields, for the dialog. */
  labels: Readonly<Record<keyof Values & string, string>>;
  /** Formats a form value for the dialog; texts and lists need no format. */
  show?: (value: Values[keyof Values], field: keyof Values & string) => string;
}

/**
 * Saves a draft over a record that somebody else may have changed meanwhile. Changes of other fields are no conflict. For a field that
 * was changed on both sides, a dialog asks which value to keep. Nothing typed is lost.
 * @param record undefined for a new record, which nobody else can change
 * @returns `run` sends the draft with `ifMatch` of `api.ts`; `dialog` is rendered beside the form
 */
export function useCheckedSave<Values extends object>(
  form: Draft<Values>,
  record: CheckedRecord<Values> | undefined,
): { run: <Output>(send: (draft: Values, saved: Values) => Promise<Output>) => Promise<Output>; dialog: ReactNode } {
  const t = useCommonTexts().conflict;
  const [question, setQuestion] = useState<Question | null>(null);
  const resolve = async (saved: Values) => {
    if (record === undefined) return;
    const { labels, show = asText } = record;
    const conflicts = conflictsOf(form.editsNow(), saved, form.sentNow());
    if (conflicts.length === 0) return;
    const theirs = await new Promise<readonly string[] | null>((answer) => {
      const shown = conflicts.map(({ field, mine, theirs: value }) => ({
        field,
        label: labels[field],
        mine: show(mine, field),
        theirs: show(value, field),
      }));
      setQuestion({ conflicts: shown, answer });
    }).finally(() => setQuestion(null));
    if (theirs === null) throw new Error(t.notSaved);
    form.decide(theirs, saved);
  };
  const run = async <Output,>(send: (draft: Values, saved: Values) => Promise<Output>): Promise<Output> => {
    let { saved } = form;
    for (let attempt = 1; ; attempt++) {
      await resolve(saved);
      const { typed } = form.editsNow();
      try {
        return await send({ ...saved, ...typed }, saved);
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 412) || record === undefined || attempt === MAX_ATTEMPTS)
          throw error;
        saved = await record.reread();
      }
    }
  };
  return { run, dialog: question && <ConflictDialog {...question} /> };
}

const asText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));
