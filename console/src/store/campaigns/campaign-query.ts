import { MAX_PAGE_SIZE } from '../../../../src/platform/page-size.ts';
import { STATUSES } from './search.ts';

/** The query of the store's campaigns that finds the campaign with this number. */
export const campaignOf = (offer: string) => ({ query: offer, 'statuses[]': [...STATUSES], size: MAX_PAGE_SIZE });
