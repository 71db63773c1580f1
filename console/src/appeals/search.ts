import { readSort } from '../admin/components/list-search.ts';

export const APPEAL_STATES = ['open', 'upheld', 'dismissed'] as const;
type AppealState = (typeof APPEAL_STATES)[number];

/** Search parameters of lists of appeals; defaults are left out. Without a state, all are listed. */
export interface AppealsSearch {
  state?: AppealState | undefined;
  page?: number;
  sort?: NonNullable<ReturnType<typeof sortIn>['sort']>;
}

const sortIn = (search: Record<string, unknown>) => readSort(search, ['created_at', 'closed_at']);

export function readAppealsSearch(search: Record<string, unknown>): AppealsSearch {
  const { state, page } = search;
  const known = APPEAL_STATES.find((one) => one === state);
  return {
    ...(known === undefined ? {} : { state: known }),
    ...(Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
    ...sortIn(search),
  };
}
