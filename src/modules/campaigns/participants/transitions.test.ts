import { describe, expect, it } from 'vitest';
import {
  type CampaignType,
  firstStatus,
  PARTICIPANT_STATUSES,
  type ParticipantState,
  type ParticipantStatus,
  type Side,
  transitionsFor,
} from './transitions.ts';

const TYPES: CampaignType[] = ['user_accept', 'store_accept', 'suggestion'];

/** The transition table of the domain document, written again: from, to, side, and condition if any. */
const LAWFUL: [ParticipantStatus, ParticipantStatus, Side, ((state: ParticipantState) => boolean)?][] = [
  ['suggestion', 'open', 'store'],
  ['suggestion', 'store_denied', 'store'],
  ['open', 'accepted', 'creator', ({ campaignType }) => campaignType !== 'store_accept'],
  ['open', 'denied', 'creator'],
  ['open', 'store_denied', 'store'],
  ['accepted', 'store_denied', 'store'],
  ['open', 'applied', 'creator', ({ campaignType }) => campaignType === 'store_accept'],
  ['applied', 'accepted', 'store'],
  ['applied', 'store_denied', 'store'],
  ['applied', 'second_prio', 'store'],
  ['second_prio', 'accepted', 'store'],
  ['second_prio', 'store_denied', 'store'],
  ['applied', 'open', 'creator'],
  ['accepted', 'product_sent', 'store', ({ hasProductSeeding }) => hasProductSeeding],
  ['product_sent', 'have_received', 'creator'],
  ['accepted', 'have_posted', 'creator', ({ hasProductSeeding }) => !hasProductSeeding],
  ['have_received', 'have_posted', 'creator'],
  ['accepted', 'done', 'store'],
  ['product_sent', 'done', 'store'],
  ['have_received', 'done', 'store'],
  ['have_posted', 'done', 'store'],
];

function lawful(state: ParticipantState, to: ParticipantStatus, side: Side): boolean {
  const named = LAWFUL.some(
    ([from, target, who, when]) => from === state.status && target === to && who === side && (when?.(state) ?? true),
  );
  const taken = ['denied', 'store_denied', 'second_prio', 'accepted', 'done'].includes(state.status);
  const back = state.campaignType === 'suggestion' ? 'suggestion' : state.hasApplied ? 'applied' : 'open';
  return named || (side === 'store' && taken && to === back && to !== state.status);
}

const everyState: ParticipantState[] = PARTICIPANT_STATUSES.flatMap((status) =>
  TYPES.flatMap((campaignType) =>
    [true, false].flatMap((hasApplied) =>
      [true, false].map((hasProductSeeding) => ({ status, campaignType, hasApplied, hasProductSeeding })),
    ),
  ),
);

describe('The transitions of a participant', () => {
  it.each<Side>(['store', 'creator'])('of the %s are those of the table, in every status', (side) => {
    for (const state of everyState) {
      const expected = PARTICIPANT_STATUSES.filter((to) => lawful(state, to, side));
      const found = transitionsFor(state, [side]).map(({ status }) => status);
      expect([state, [...found].sort()]).toEqual([state, [...expected].sort()]);
      expect(new Set(found).size).toBe(found.length);
    }
  });

  it('of an administrator are those of both sides', () => {
    for (const state of everyState) {
      const both = new Set(
        (['store', 'creator'] as const).flatMap((side) => transitionsFor(state, [side]).map(({ status }) => status)),
      );
      expect(new Set(transitionsFor(state, ['store', 'creator']).map(({ status }) => status))).toEqual(both);
    }
  });

  it('are empty without a side', () => {
    expect(everyState.flatMap((state) => transitionsFor(state, []))).toEqual([]);
  });

  it('reach every status from the first one, and each has a label', () => {
    for (const [campaignType, unreachable] of [
      ['user_accept', ['applied', 'suggestion', 'second_prio']],
      ['store_accept', ['suggestion']],
      ['suggestion', ['applied', 'second_prio']],
    ] as const) {
      const seen = new Set<ParticipantStatus>();
      const walked = new Set<string>();
      const keyOf = (state: ParticipantState) => [state.status, state.hasApplied, state.hasProductSeeding].join();
      const toVisit: ParticipantState[] = [true, false].map((hasProductSeeding) => ({
        campaignType,
        hasProductSeeding,
        hasApplied: false,
        status: firstStatus({ campaignType, hasApplied: false }),
      }));
      for (let state = toVisit.pop(); state !== undefined; state = toVisit.pop()) {
        seen.add(state.status);
        walked.add(keyOf(state));
        for (const { status, label } of transitionsFor(state, ['store', 'creator'])) {
          expect(label).toMatch(/\S/);
          const next = { ...state, status, hasApplied: state.hasApplied || status === 'applied' };
          if (!walked.has(keyOf(next))) toVisit.push(next);
        }
      }
      expect([...seen].sort()).toEqual(
        PARTICIPANT_STATUSES.filter((status) => !(unreachable as readonly string[]).includes(status)).sort(),
      );
    }
  });
});
