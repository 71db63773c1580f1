/** `inspection_result` on the wire (spec: Inspection result; values from docs/domain.md, "Which URLs can earn"). */
export type InspectionResult =
  | 'single_advertiser'
  | 'multiple_advertisers'
  | 'no_advertiser'
  | 'blocked'
  | 'invalid_url'
  | 'not_visible';

/** The results of matching a valid URL. */
export type MatchResult = Exclude<InspectionResult, 'invalid_url'>;

/** The relation between a URL and a store whose domain matches. */
export type Standing = 'owner' | 'hidden_owner' | 'blocked' | 'not_allowed';

/**
 * The result when several stores have different standings: the first line that applies to any of them. A visible
 * owner yields a link regardless of the others. Otherwise the result is the reason that is closest to a link.
 */
const PRECEDENCE: readonly { readonly standing: Standing; readonly one: MatchResult; readonly several: MatchResult }[] =
  [
    { standing: 'owner', one: 'single_advertiser', several: 'multiple_advertisers' },
    { standing: 'hidden_owner', one: 'not_visible', several: 'not_visible' },
    { standing: 'blocked', one: 'blocked', several: 'blocked' },
    { standing: 'not_allowed', one: 'no_advertiser', several: 'no_advertiser' },
  ];

/**
 * @param standings of all competing stores; empty when no store's domain matched
 * @param winners number of owners that share the longest match
 */
export function resultOf(standings: readonly Standing[], winners: number): MatchResult {
  const decisive = PRECEDENCE.find(({ standing }) => standings.includes(standing));
  if (decisive === undefined) return 'no_advertiser';
  return winners > 1 ? decisive.several : decisive.one;
}
