import type { paths } from '@tributary/client';
import { omitUndefined } from '../admin/components/list-search.ts';
import { useFormats } from '../language/formats.ts';
import type { FindingSearch } from './search.ts';
import { useFindingTexts } from './texts.ts';

type Page = paths['/v2/stores/{store}/creators']['get']['responses']['200']['content']['application/json'];
type Query = NonNullable<paths['/v2/stores/{store}/creators']['get']['parameters']['query']>;
/** A creator who is found. */
export type Found = Page['data'][number];
export type Figure = keyof Found['results'];

/** The query of the search that the address states. */
export function queryOf(search: FindingSearch) {
  const { query: q, topic, country, language, platform, followers, proven, clicks, order } = search;
  return omitUndefined({
    q,
    'topics[]': topic === undefined ? undefined : [topic],
    country,
    'languages[]': language === undefined ? undefined : [language as NonNullable<Query['languages[]']>[number]],
    platform,
    followers_from: followers === undefined ? undefined : Number(followers),
    is_verified: proven === undefined ? undefined : proven === 'yes',
    clicks_band: clicks,
    order: order ?? ('followers' as const),
    size: 24,
  });
}

/** A band in words. */
export function useBandWords() {
  const t = useFindingTexts();
  const { number, percent } = useFormats();
  return (figure: Figure, band: Found['results'][Figure]): string => {
    if (band === null) return t.none;
    const isShare = figure === 'conversion' || figure === 'approval';
    const write = isShare ? (value: number) => percent(value) : number;
    if (band.below === null) return isShare ? t.range(write(band.from), write(1)) : t.least(write(band.from));
    return t.range(write(band.from), write(isShare ? band.below : band.below - 1));
  };
}
