import type { paths } from '@tributary/client';
import { api } from '../../api.ts';

/** An agency's month: earnings, changes, payouts and open tasks. */
export type AgencyOverview =
  paths['/v2/clients/{client}/overview']['get']['responses']['200']['content']['application/json'];

/** Reads everything on the home page of an agency at once. */
export const useAgencyOverview = (client: number) =>
  api.useQuery('get', '/v2/clients/{client}/overview', { params: { path: { client } } });
