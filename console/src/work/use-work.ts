import type { paths } from '@tributary/client';
import { api } from '../api.ts';

export type WorkItem = paths['/v2/me/work']['get']['responses']['200']['content']['application/json']['data'][number];

/** Identifies a task in a list. */
export const keyOfWork = ({ kind, audience, path, amount }: WorkItem): string =>
  `${kind} ${audience} ${path} ${amount?.currency}`;

const POLL_MS = 60_000;

/** The open tasks of the reader in every role, refetched every minute, because other users cause them. */
export const useWork = () => api.useQuery('get', '/v2/me/work', {}, { refetchInterval: POLL_MS });

/** The open tasks of one store, also for administrators who are not its members. */
export const useStoreWork = (store: number) =>
  api.useQuery('get', '/v2/me/work', { params: { query: { store_id: store } } });
