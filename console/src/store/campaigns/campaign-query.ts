import { MAX_PAGE_SIZE } from '../../../../src/platform/page-size.ts';
import { STATUSES } from './search.ts';

/** The list of a store's campaigns that contains only the campaign with this number. */
export const campaignOf = (store: string, offer: string) => ({
  path: { store: Number(store) },
  query: { query: offer, 'statuses[]': [...STATUSES], size: MAX_PAGE_SIZE },
});
