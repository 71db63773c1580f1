import type { paths } from '@tributary/client';

/** A deliverable in a list. */
export type Deliverable =
  paths['/v2/offers/{offer}/deliverables']['get']['responses']['200']['content']['application/json']['data'][number];
/** A deliverable with its drafts. */
export type DeliverableWithDrafts =
  paths['/v2/deliverables/{deliverable}']['get']['responses']['200']['content']['application/json'];

/** Accepted usage rights of a deliverable, which end on a day. */
export type EndingRight =
  paths['/v2/stores/{store}/usage-rights']['get']['responses']['200']['content']['application/json']['data'][number];

/** Maximum number of deliverables that a request returns. */
export const MAX_DELIVERABLES = 200;

/** Whether the store has approved its draft; it is then not changed any more. */
export const isApproved = ({ status }: Pick<Deliverable, 'status'>): boolean =>
  status === 'approved' || status === 'published';
