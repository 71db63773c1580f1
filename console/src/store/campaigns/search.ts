import { type DayRange, readRange } from '../../components/day-range.ts';

export const STATUSES = ['active', 'paused', 'scheduled', 'ended', 'deleted'] as const;
type CampaignStatus = (typeof STATUSES)[number];

const SORTS = ['id', 'campaign_title', 'status', 'valid_until'] as const;
const ORDERS = SORTS.flatMap((by) => [`${by}:asc`, `${by}:desc`] as const);

/** Search parameters of the list. */
export interface CampaignsSearch {
  q?: string;
  status?: CampaignStatus;
  sort?: `${(typeof SORTS)[number]}:${'asc' | 'desc'}`;
  page?: number;
}

const count = (value: unknown) => (Number.isInteger(value) && (value as number) > 1 ? { page: value as number } : {});
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? { q: value.slice(0, 64) } : {});
const isOneOf = <Value extends string>(values: readonly Value[], value: unknown): value is Value =>
  values.includes(value as Value);

export function readCampaignsSearch(search: Record<string, unknown>): CampaignsSearch {
  return {
    ...text(typeof search.q === 'number' ? String(search.q) : search.q),
    ...(isOneOf(STATUSES, search.status) ? { status: search.status } : {}),
    ...(isOneOf(ORDERS, search.sort) ? { sort: search.sort } : {}),
    ...count(search.page),
  };
}

const CAMPAIGN_TABS = ['results', 'participants', 'content', 'terms'] as const;
/** The parts of a campaign's page. */
export type CampaignTab = (typeof CAMPAIGN_TABS)[number];

/** Search parameters of a campaign: period, open participant, calendar. */
export interface CampaignSearch extends Partial<DayRange> {
  /** The results if it is missing. */
  tab?: CampaignTab;
  q?: string;
  page?: number;
  participant?: number;
  /** The month of the calendar, `2026-01`, and the open deliverable. */
  month?: string;
  deliverable?: number;
}

/** The tab of an address; that of a participant or a deliverable need not name it. */
function tabOf({ tab, participant, deliverable, month }: Record<string, unknown>): { tab?: CampaignTab } {
  const named = CAMPAIGN_TABS.find((one) => one === tab);
  const implied =
    participant !== undefined
      ? 'participants'
      : deliverable !== undefined || month !== undefined
        ? 'content'
        : 'results';
  const shown = named ?? implied;
  return shown === 'results' ? {} : { tab: shown };
}

const MONTH = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/;

export function readCampaignSearch(search: Record<string, unknown>): CampaignSearch {
  const { from, to } = readRange(search, 30);
  return {
    ...tabOf(search),
    ...(search.from === from && search.to === to ? { from, to } : {}),
    ...text(typeof search.q === 'number' ? String(search.q) : search.q),
    ...count(search.page),
    ...(Number.isInteger(search.participant) ? { participant: search.participant as number } : {}),
    ...(typeof search.month === 'string' && MONTH.test(search.month) ? { month: search.month } : {}),
    ...(Number.isInteger(search.deliverable) ? { deliverable: search.deliverable as number } : {}),
  };
}
