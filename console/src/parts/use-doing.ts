import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSentence } from './failure.tsx';

/**
 * Something that somebody does, with what becomes of it told: afterwards everything on the page is read anew, since one write may show in
 * many figures. A failure is in `failure` as a sentence, to be shown where it was done.
 * @param act calls the API; throws ApiError
 * @param done what is said when it has worked; nothing when left out
 */
export function useDoing<Input = void, Output = unknown>(
  act: (input: Input) => Promise<Output>,
  {
    done,
    onDone,
  }: { done?: string | ((output: Output) => string); onDone?: (output: Output, input: Input) => unknown } = {},
) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: async (output, input) => {
      if (done !== undefined)
        notifications.show({ message: typeof done === 'string' ? done : done(output), color: 'river' });
      await onDone?.(output, input);
      await queries.invalidateQueries();
    },
  });
  const sentence = useSentence(mutation.error);
  return { ...mutation, failure: mutation.error === null ? null : sentence };
}
