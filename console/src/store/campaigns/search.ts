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

/** Search parameters of a campaign: period, open participant, calendar. */
export interface CampaignSearch extends Partial<DayRange> {
  q?: string;
  page?: number;
  participant?: number;
  /** The month of the calendar, `2026-01`, and the open deliverable. */
  month?: string;
  deliverable?: number;
}

const MONTH = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/;

export function readCampaignSearch(search: Record<string, unknown>): CampaignSearch {
  const { from, to } = readRange(search, 30);
  return {
    ...(search.from === from && search.to === to ? { from, to } : {}),
    ...text(typeof search.q === 'number' ? String(search.q) : search.q),
    ...count(search.page),
    ...(Number.isInteger(search.participant) ? { participant: search.participant as number } : {}),
    ...(typeof search.month === 'string' && MONTH.test(search.month) ? { month: search.month } : {}),
    ...(Number.isInteger(search.deliverable) ? { deliverable: search.deliverable as number } : {}),
  };
}
