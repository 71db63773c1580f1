import { Button, Center } from '@mantine/core';
import type { ListQuery } from '../data-table.tsx';
import { useCommonTexts } from '../texts.ts';
import type { ReadPage } from './selection.ts';

interface CursorPage<Row> {
  data: readonly Row[];
  meta: { next_cursor: string | null };
}

/** The result of `api.useInfiniteQuery` for a list that continues behind a cursor. */
interface CursorQuery<Row> {
  data: { pages: readonly CursorPage<Row>[] } | undefined;
  error: unknown;
  refetch: () => unknown;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** How `api.useInfiniteQuery` reads a list that continues behind a cursor. */
export const BEHIND_CURSOR = {
  pageParamName: 'after',
  // Null is left out of the query; undefined would be sent as 0.
  initialPageParam: null,
  // A list that can also be a file has a text as its type.
  getNextPageParam: (page: { meta: { next_cursor: string | null } } | string) =>
    typeof page === 'string' ? undefined : (page.meta.next_cursor ?? undefined),
} as const;

/**
 * The pages that were read, as the one page of a `FilteredList`.
 * @param read reads a page behind a cursor, for the file of all rows
 */
export function listOfPages<Row>(
  { data, error, refetch, isPlaceholderData }: CursorQuery<Row>,
  read: (after: number | undefined, size: number) => Promise<CursorPage<Row>>,
): ListQuery<Row> {
  const rows = data?.pages.flatMap((page) => page.data);
  return {
    data: rows && { data: rows, meta: { last_page: 1 } },
    error,
    refetch,
    isPlaceholderData,
    readPage: readingPages(read),
  };
}

/** Reads the pages one after the other, each behind the cursor of the one before. */
function readingPages<Row>(read: (after: number | undefined, size: number) => Promise<CursorPage<Row>>): ReadPage<Row> {
  let cursor: string | null = null;
  return async (page, size) => {
    const { data, meta } = await read(page === 1 || cursor === null ? undefined : Number(cursor), size);
    cursor = meta.next_cursor;
    return { data, meta: { last_page: cursor === null ? page : page + 1 } };
  };
}

/** Reads the next page of a list that continues behind a cursor. */
export function ShowMore<Row>({ of }: { of: CursorQuery<Row> }) {
  const t = useCommonTexts();
  if (!of.hasNextPage) return null;
  return (
    <Center mt="md">
      <Button variant="default" loading={of.isFetchingNextPage} onClick={() => of.fetchNextPage()}>
        {t.showMore}
      </Button>
    </Center>
  );
}
