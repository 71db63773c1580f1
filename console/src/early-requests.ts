import type { paths } from '@tributary/client';
import { campaignOf } from './store/campaigns/campaign-query.ts';
import type { CampaignTexts } from './store/campaigns/texts.ts';

/** The values of the parameters in the path of a page. */
type Parameters = Readonly<Record<string, string>>;

/** The title of a page, the explanation below it, and the title of the page above it in the breadcrumbs. */
export type Heading = [title: string, hint?: string, above?: string];

interface RequestParameters {
  path: Readonly<Record<string, number>>;
  query: Readonly<Record<string, string | number | readonly string[]>>;
}

/** The record without which a page shows nothing. */
interface EarlyRecord {
  /** The path of the endpoint, as in the OpenAPI document. */
  endpoint: string;
  /** The parameters of the request. Those of the page must be equal, or the record is read twice. */
  request: (parameters: Parameters) => RequestParameters;
  /** How the heading of the page is made of the record; not stated for a page whose heading does not depend on it. */
  heading?: RecordHeading<unknown, unknown, unknown>;
}

interface RecordHeading<Reply, Texts, Picked> {
  /** The module with the texts of the heading, without the language. */
  texts: string;
  pick: (texts: Texts) => Picked;
  /** The heading of the page; null if the record does not exist. */
  of: (reply: Reply, texts: Picked, parameters: Parameters) => Heading | null;
}

const define = <Reply, Texts, Picked>(heading: RecordHeading<Reply, Texts, Picked>) =>
  heading as unknown as RecordHeading<unknown, unknown, unknown>;

type Campaigns = paths['/v2/stores/{store}/campaigns']['get']['responses'][200]['content']['application/json'];

/** What pages request before the program is loaded, by their paths. */
export const EARLY_REQUESTS: Readonly<Record<string, EarlyRecord>> = {
  '/console/agency/$client': {
    endpoint: '/v2/clients/{client}/overview',
    request: ({ client }) => ({ path: { client: Number(client) }, query: {} }),
  },
  '/console/shop/$store/campaigns/$offer': {
    endpoint: '/v2/stores/{store}/campaigns',
    request: ({ store, offer }) => campaignOf(store!, offer!),
    heading: define({
      texts: 'store/campaigns/texts',
      pick: ({ title, type }: CampaignTexts) => ({ title, type }),
      of({ data }: Campaigns, { title, type }, { offer }) {
        const campaign = data.find(({ id }) => id === Number(offer));
        return campaign === undefined ? null : [campaign.campaign_title, type[campaign.type].short, title];
      },
    }),
  },
};

/** The address of a request. */
export function addressOf(endpoint: string, { path, query }: RequestParameters): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${encodeURIComponent(one)}`),
  );
  const named = endpoint.replace(/\{(\w+)\}/g, (_, name: string) => String(path[name]));
  return pairs.length === 0 ? named : `${named}?${pairs.join('&')}`;
}
