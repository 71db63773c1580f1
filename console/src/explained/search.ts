import { type DayRange, readRange } from '../components/day-range.ts';

export const DEVICES = ['desktop', 'mobile', 'tablet', 'other'] as const;
export type Device = (typeof DEVICES)[number];

export const STORE_GROUPS = ['day', 'source', 'campaign', 'link', 'landing_path', 'device', 'country'] as const;
export const CREATOR_GROUPS = [...STORE_GROUPS, 'sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const;
export type ReasonGroup = (typeof CREATOR_GROUPS)[number];

/** Search parameters of the page of clicks and orders; defaults are left out. */
export interface DaysSearch extends Partial<DayRange> {
  link?: number;
  /** 0 means: not priced by a campaign. */
  campaign?: number;
  creator?: number;
  /** A class of clicks; the list ignores an unknown one. */
  class?: string | undefined;
  device?: Device | undefined;
  /** Two capital letters. */
  country?: string | undefined;
  group?: ReasonGroup | undefined;
  /** The last click of the previous page. */
  after?: string;
  /** Page of orders. */
  page?: number;
}

type Search = Record<string, unknown>;

const isWhole = (value: unknown, least: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least;

export function readDaysSearch(search: Search): DaysSearch {
  const { link, campaign, creator, after, page } = search;
  const device = DEVICES.find((one) => one === search.device);
  const group = CREATOR_GROUPS.find((one) => one === search.group);
  return {
    ...(search.from === undefined ? {} : readRange(search)),
    ...(isWhole(link, 1) ? { link } : {}),
    ...(isWhole(campaign, 0) ? { campaign } : {}),
    ...(isWhole(creator, 1) ? { creator } : {}),
    ...(typeof search.class === 'string' ? { class: search.class } : {}),
    ...(device === undefined ? {} : { device }),
    ...(typeof search.country === 'string' && /^[A-Z]{2}$/.test(search.country) ? { country: search.country } : {}),
    ...(group === undefined ? {} : { group }),
    ...(typeof after === 'string' && after !== '' ? { after } : {}),
    ...(isWhole(page, 2) ? { page } : {}),
  };
}

/** Search parameters of lists of lines and their items. */
export function readLinesSearch({ after }: Search): { after?: number } {
  return isWhole(after, 1) ? { after } : {};
}
