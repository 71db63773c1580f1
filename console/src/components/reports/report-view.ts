import type { paths } from '@tributary/client';

type Body = paths['/v2/report-schedules']['post']['requestBody']['content']['application/json'];

/** The owner of a list: a store, an agency or a creator. */
export type ReportOwner = { store_id: number } | { client_id: number } | { user_id: number };

/** A view of a list that can be mailed regularly, without its days. */
export interface ReportView {
  owner: ReportOwner;
  list: Body['list'];
  filters: NonNullable<Body['filters']>;
}

export type Schedule =
  paths['/v2/report-schedules']['get']['responses']['200']['content']['application/json']['data'][number];
