import { Skeleton } from '@mantine/core';
import type { ReactElement } from 'react';
import { Failure } from './failure.tsx';

interface QueryResultProps<T> {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  /** The height of the placeholder in pixels. */
  height?: number;
  children: (data: T) => ReactElement;
}

/** The reply of a query: a placeholder until it is there, the failure with a button to retry, or the content. */
export function QueryResult<T>({
  query: { data, error, refetch },
  height = 320,
  children,
}: QueryResultProps<T>): ReactElement {
  if (data !== undefined) return children(data);
  return error ? <Failure error={error} onRetry={refetch} /> : <Skeleton h={height} />;
}
