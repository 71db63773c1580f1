import { campaignOf } from './store/campaigns/campaign-query.ts';

/** The values of the parameters in the path of a page. */
type Parameters = Readonly<Record<string, string>>;

/**
 * What pages request before the program is loaded, by their paths: the record without which they show nothing. The page must send
 * exactly the same query, or the record is read twice.
 */
export const EARLY_REQUESTS: Readonly<Record<string, (parameters: Parameters) => string>> = {
  '/console/shop/$store/campaigns/$offer': ({ store, offer }) =>
    `/v2/stores/${store}/campaigns?${queryString(campaignOf(offer!))}`,
};

const queryString = (query: Readonly<Record<string, string | number | readonly string[]>>): string =>
  Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((one) => `${name}=${encodeURIComponent(one)}`))
    .join('&');
