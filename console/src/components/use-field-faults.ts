import { ApiError } from '@tributary/client';
import { type RefObject, useEffect, useRef } from 'react';
import { faultSentence } from './fault-sentence.ts';
import { useCommonTexts } from './texts.ts';

/**
 * The server's errors of a form by field. After a refused save, the first field with an error gets the focus.
 * @param error of the mutation
 * @param fields the names of the form's fields in the API
 * @returns `frame` is the ref of the form; `at` the error of a field and of its entries (`tags` includes `tags.3`); `isElsewhere`
 *   whether the failure, if any, has to be shown apart from the fields
 */
export function useFieldFaults(
  error: unknown,
  fields: readonly string[],
): { frame: RefObject<HTMLFormElement | null>; at: (field: string) => string | undefined; isElsewhere: boolean } {
  const { faults: t } = useCommonTexts();
  const frame = useRef<HTMLFormElement>(null);
  const faults = error instanceof ApiError ? Object.entries(error.fields) : [];
  const isAt = (field: string) => (path: string) => path === field || path.startsWith(`${field}.`);
  useEffect(() => {
    if (error instanceof ApiError) frame.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  return {
    frame,
    at: (field) => {
      const messages = faults.filter(([path]) => isAt(field)(path)).flatMap(([, found]) => found);
      return messages.length === 0 ? undefined : messages.map((message) => faultSentence(message, t)).join(' ');
    },
    isElsewhere: faults.length === 0 || faults.some(([path]) => !fields.some((field) => isAt(field)(path))),
  };
}
