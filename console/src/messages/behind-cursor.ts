/** Options of an infinite query of a list with a cursor. */
export const BEHIND_CURSOR = {
  pageParamName: 'after',
  // Null is left out of the query; undefined would be sent as 0.
  initialPageParam: null,
  getNextPageParam: ({ meta }: { meta: { next_cursor: string | null } }) => meta.next_cursor ?? undefined,
} as const;
