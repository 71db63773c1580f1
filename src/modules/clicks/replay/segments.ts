import { type CandidateColumns, Counters, isCapped, type PlacedChain, placeCandidates } from '../candidate-columns.ts';
import { type Candidate, candidatesFor } from '../candidates.ts';
import type { ReplayTerms } from './prepare-replay.ts';

/** The terms of a link's clicks from one source during a part of the window, as columns. */
interface Segments {
  link: number[];
  source: number[];
  /** Milliseconds since 1970: [from, until). */
  from: number[];
  until: number[];
  /** Places of the first candidate, and of the campaign that the replay is about; 0: none. */
  first: number[];
  mine: number[];
  candidates: CandidateColumns;
  counters: Counters;
}

const SOURCES = [0, 1] as const;
/** Terms are kept only with clicks that are recorded. */
const NOT_KEPT = { id: null, json: '' };

/** Divides the window where a schedule of a campaign begins or ends, and finds the candidates of each part, as pricing a click does. */
export function segmentsOf({ profiles, window, campaignId }: ReplayTerms): Segments {
  const parts: Pick<Segments, 'link' | 'source' | 'from' | 'until'> = { link: [], source: [], from: [], until: [] };
  const chains: PlacedChain[] = [];
  for (const profile of profiles) {
    for (const source of SOURCES) {
      for (let at = window.fromMs; at < window.untilMs; ) {
        const { candidates, untilMs } = candidatesFor(profile, source, at);
        // A schedule may begin within a millisecond; clicks have whole ones.
        const end = Math.ceil(Math.min(untilMs, window.untilMs));
        parts.link.push(profile.linkId);
        parts.source.push(source);
        parts.from.push(at);
        parts.until.push(end);
        chains.push({ candidates, userId: profile.userId, first: 0, terms: NOT_KEPT });
        at = end;
      }
    }
  }
  const counters = new Counters(chains);
  const candidates = placeCandidates(chains, counters);
  const mine = chains.map((chain) => {
    const at = placeOf(chain.candidates, campaignId);
    return at === -1 ? 0 : chain.first + at;
  });
  return { ...parts, first: chains.map(({ first }) => first), mine, candidates, counters };
}

/**
 * The position of the campaign among the candidates; -1 if it is not among them, or if terms before it have no cap and therefore
 * price every click.
 */
function placeOf(candidates: readonly Candidate[], campaignId: number): number {
  const at = candidates.findIndex(({ campaign }) => campaign?.campaignId === campaignId);
  const isReached = candidates.slice(0, at).every(({ campaign }) => campaign !== null && isCapped(campaign));
  return isReached ? at : -1;
}
