import { MAX_PAGE_SIZE } from '../../../../src/platform/page-size.ts';
import { api } from '../../api.ts';

const ALL = { params: { query: { size: MAX_PAGE_SIZE, sort_by: 'name:asc' } } } as const;
const KEPT = { staleTime: 5 * 60_000 };

/** The first hundred agencies by name; a marketplace has few. */
export const useAgencies = () => api.useQuery('get', '/v2/admin/clients', ALL, KEPT).data?.data ?? [];

/** The first hundred tags by name. */
export const useTags = () => api.useQuery('get', '/v2/admin/user-tags', ALL, KEPT).data?.data ?? [];

/** The first hundred revenue tiers by name. */
export const useTiers = () => api.useQuery('get', '/v2/admin/revenue-tiers', ALL, KEPT).data?.data ?? [];

/** The first hundred markets by name. */
export const useMarkets = () => api.useQuery('get', '/v2/admin/store-groups', ALL, KEPT).data?.data ?? [];

/** Converts records to options of a select. */
export const optionsOf = (records: readonly { id: number; name: string }[]) =>
  records.map(({ id, name }) => ({ value: String(id), label: name }));
