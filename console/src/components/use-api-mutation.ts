import { notifications } from '@mantine/notifications';
import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { recordWrites } from '../api.ts';
import { isAffected } from '../invalidation.ts';
import { useErrorMessage } from './failure.tsx';

const keyOf = (input: unknown) => JSON.stringify(input) ?? '';

/** The path of a query of `api.useQuery`. Any other query counts as affected by every write. */
const isQueryAffected = ({ queryKey: [, path] }: Query, writes: ReadonlySet<string>) =>
  typeof path !== 'string' || isAffected(path, writes);

/**
 * Mutation hook that shows a toast and invalidates the queries that the called endpoints affect. A second call with the same
 * input is ignored while the first one is running. After a failure, `failure` is a sentence to show at the control.
 * @param act calls the API; throws ApiError
 * @param done the text of the toast on success; no toast without it
 * @param onDone runs on success, before queries are invalidated
 */
export function useApiMutation<Input = void, Output = unknown>(
  act: (input: Input) => Promise<Output>,
  {
    done,
    onDone,
  }: { done?: string | ((output: Output) => string); onDone?: (output: Output, input: Input) => unknown } = {},
) {
  const queries = useQueryClient();
  const running = useRef(new Set<string>());
  const mutation = useMutation({
    mutationFn: async (input: Input) => {
      const { writes, stop } = recordWrites();
      try {
        return { output: await act(input), writes };
      } catch (error) {
        // If there were several writes, some of them may have succeeded.
        if (writes.size > 0) void queries.invalidateQueries({ predicate: (query) => isQueryAffected(query, writes) });
        throw error;
      } finally {
        stop();
      }
    },
    onSuccess: async ({ output, writes }, input) => {
      if (done !== undefined)
        notifications.show({ message: typeof done === 'string' ? done : done(output), color: 'river' });
      await onDone?.(output, input);
      const filter = { predicate: (query: Query) => isQueryAffected(query, writes) };
      // The reply to a first request that was sent before the write would count as current.
      await queries.cancelQueries(filter);
      await queries.invalidateQueries(filter);
    },
    onSettled: (_output, _error, input) => running.current.delete(keyOf(input)),
  });
  const mutate = (
    input: Input,
    { onSuccess, onError }: { onSuccess?: (output: Output) => unknown; onError?: (error: Error) => unknown } = {},
  ): void => {
    const key = keyOf(input);
    if (running.current.has(key)) return;
    running.current.add(key);
    mutation.mutate(input, {
      onSuccess: ({ output }) => void onSuccess?.(output),
      onError: (error) => void onError?.(error),
    });
  };
  const message = useErrorMessage(mutation.error);
  return { ...mutation, data: mutation.data?.output, mutate, failure: mutation.error === null ? null : message };
}
