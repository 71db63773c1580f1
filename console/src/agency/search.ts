import { type ChartSearch, readChartSearch } from '../components/creator-chart-search.ts';
import { type DayRange, readRange } from '../components/day-range.ts';
import { en as words } from '../components/participation/texts.en.ts';

const SORTS = ['name', 'clicks', 'orders', 'earnings', 'agency_earnings'] as const;
type CreatorSort = `${(typeof SORTS)[number]}:${'asc' | 'desc'}`;

interface CreatorsSearch extends Partial<DayRange> {
  page?: number;
  q?: string;
  sort?: CreatorSort;
}

/** Search parameters of the home page: the figure of the chart, which ignores unknown ones. */
export const readHomeSearch = ({ figure }: Record<string, unknown>): { figure?: string } =>
  typeof figure === 'string' ? { figure } : {};

/** Search parameters of the list of creators. */
export function readCreatorsSearch(search: Record<string, unknown>): CreatorsSearch {
  const { page, q, sort } = search;
  const known = SORTS.flatMap((one) => [`${one}:asc`, `${one}:desc`] as const).find((one) => one === sort);
  return {
    ...readCreatorSearch({ from: search.from, to: search.to, page }),
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(known === undefined ? {} : { sort: known }),
  };
}

type Status = keyof typeof words.participant;
type State = Exclude<keyof typeof words.campaign, 'deleted'>;
const STATUSES = Object.keys(words.participant) as Status[];
const STATES = (Object.keys(words.campaign) as (State | 'deleted')[]).filter((state) => state !== 'deleted');
const CAMPAIGN_SORTS = ['clicks:asc', 'clicks:desc', 'orders:asc', 'orders:desc'] as const;

interface CampaignsSearch extends Partial<DayRange> {
  page?: number;
  q?: string;
  sort?: (typeof CAMPAIGN_SORTS)[number];
  /** `status` is that of the participant, `state` that of the campaign. */
  status?: Status;
  state?: State;
}

/** Search parameters of the list of campaigns. */
export function readCampaignsSearch(search: Record<string, unknown>): CampaignsSearch {
  const { page, q } = search;
  const [sort, status, state] = [
    CAMPAIGN_SORTS.find((one) => one === search.sort),
    STATUSES.find((one) => one === search.status),
    STATES.find((one) => one === search.state),
  ];
  return {
    ...readCreatorSearch({ from: search.from, to: search.to, page }),
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(sort && { sort }),
    ...(status && { status }),
    ...(state && { state }),
  };
}

/** Search parameters of the page of a creator: the days, what the chart shows, and the page of the campaigns. */
export function readCreatorSearch({
  page,
  ...search
}: Record<string, unknown>): Partial<DayRange> & ChartSearch & { page?: number } {
  return { ...(search.from === undefined ? {} : readRange(search)), ...readPage({ page }), ...readChartSearch(search) };
}

/** Search parameters of the page of a campaign: the days, and the creator whose view is shown. */
export function readCampaignSearch({ creator, ...days }: Record<string, unknown>): Partial<DayRange> & {
  creator?: number;
} {
  return {
    ...(days.from === undefined ? {} : readRange(days)),
    ...(Number.isInteger(creator) ? { creator: Number(creator) } : {}),
  };
}

function readPage({ page }: Record<string, unknown>): { page?: number } {
  return Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {};
}
