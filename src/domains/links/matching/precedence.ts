/** `inspection_result` on the wire (spec: Inspection result; values from design/domain.md, "Which URLs can earn"). */
export type InspectionResult =
  | 'single_advertiser'
  | 'multiple_advertisers'
  | 'no_advertiser'
  | 'blocked'
  | 'invalid_url'
  | 'not_visible';

/** What matching can say of a text that is a URL. */
export type MatchResult = Exclude<InspectionResult, 'invalid_url'>;

/** How a store whose domain matches stands to the URL. */
export type Standing = 'owner' | 'hidden_owner' | 'blocked' | 'not_allowed';

/**
 * What the caller hears when several stores stand differently: the first line that applies to any of them. An owner that
 * may be seen makes the link, whatever the others are; failing that, the reason nearest to a link is told.
 */
const PRECEDENCE: readonly { readonly standing: Standing; readonly one: MatchResult; readonly several: MatchResult }[] =
  [
    { standing: 'owner', one: 'single_advertiser', several: 'multiple_advertisers' },
    { standing: 'hidden_owner', one: 'not_visible', several: 'not_visible' },
    { standing: 'blocked', one: 'blocked', several: 'blocked' },
    { standing: 'not_allowed', one: 'no_advertiser', several: 'no_advertiser' },
  ];

/**
 * @param standings of all stores that competed; empty when no store's domain matched
 * @param winners how many owners share the longest match
 */
export function resultOf(standings: readonly Standing[], winners: number): MatchResult {
  const decisive = PRECEDENCE.find(({ standing }) => standings.includes(standing));
  if (decisive === undefined) return 'no_advertiser';
  return winners > 1 ? decisive.several : decisive.one;
}
