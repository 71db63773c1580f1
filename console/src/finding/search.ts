import { omitUndefined, readChoice, readId, readListSearch } from '../admin/components/list-search.ts';

export const PLATFORMS = [
  'instagram',
  'tiktok',
  'youtube',
  'twitch',
  'pinterest',
  'blog',
  'newsletter',
  'podcast',
] as const;
export const SIZES = ['1000', '10000', '100000', '1000000'] as const;
export const ORDERS = ['newest', 'clicks', 'orders', 'conversion', 'approval'] as const;
export const ANSWERS = ['yes', 'no'] as const;

const readCode = (value: unknown, form: RegExp): string | undefined =>
  typeof value === 'string' && form.test(value) ? value : undefined;

/** Filters of the search for creators, and the creator whose card is open. */
export function readFindingSearch(search: Record<string, unknown>) {
  const { query } = readListSearch(search, []);
  const clicks = readId(search['clicks']);
  return omitUndefined({
    query,
    topic: readId(search['topic']),
    country: readCode(search['country'], /^[A-Z]{2}$/),
    language: readCode(search['language'], /^[a-z]{2}$/),
    platform: readChoice(search['platform'], PLATFORMS),
    followers: readChoice(String(search['followers'] ?? ''), SIZES),
    proven: readChoice(search['proven'], ANSWERS),
    clicks: clicks !== undefined && clicks <= 5 ? clicks : undefined,
    worked: readChoice(search['worked'], ANSWERS),
    list: readId(search['list']),
    order: readChoice(search['order'], ORDERS),
    creator: readId(search['creator']),
  });
}

export type FindingSearch = ReturnType<typeof readFindingSearch>;
