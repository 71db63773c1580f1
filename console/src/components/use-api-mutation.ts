import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useErrorMessage } from './failure.tsx';

const keyOf = (input: unknown) => JSON.stringify(input) ?? '';

/**
 * Something that somebody does, with what becomes of it told: afterwards everything on the page is read anew, since one write may show in
 * many figures. The same asked for again while it is under way, by a second click, is done once. A failure is in `failure` as a sentence, to be shown where it was done.
 * @param act calls the API; throws ApiError
 * @param done what is said when it has worked; nothing when left out
 */
export function useApiMutation<Input = void, Output = unknown>(
  act: (input: Input) => Promise<Output>,
  {
    done,
    onDone,
  }: { done?: string | ((output: Output) => string); onDone?: (output: Output, input: Input) => unknown } = {},
) {
  const queries = useQueryClient();
  const underWay = useRef(new Set<string>());
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: async (output, input) => {
      if (done !== undefined)
        notifications.show({ message: typeof done === 'string' ? done : done(output), color: 'river' });
      await onDone?.(output, input);
      // What is on its way for the first time was asked before this was done, and would be taken for the answer.
      await queries.cancelQueries();
      await queries.invalidateQueries();
    },
    onSettled: (_output, _error, input) => underWay.current.delete(keyOf(input)),
  });
  const mutate: typeof mutation.mutate = (...args) => {
    const key = keyOf(args[0]);
    if (underWay.current.has(key)) return;
    underWay.current.add(key);
    mutation.mutate(...args);
  };
  const sentence = useErrorMessage(mutation.error);
  return { ...mutation, mutate, failure: mutation.error === null ? null : sentence };
}
