import { describe, expect, it } from 'vitest';
import {
  type CampaignType,
  firstStatus,
  PARTICIPANT_STATUSES,
  type Part,
  type ParticipantStatus,
  type Side,
  transitionsFor,
} from './transitions.ts';

const TYPES: CampaignType[] = ['user_accept', 'store_accept', 'suggestion'];

/** The transition table of the domain document, written again: from, to, side, and condition if any. */
const LAWFUL: [ParticipantStatus, ParticipantStatus, Side, ((part: Part) => boolean)?][] = [
  ['suggestion', 'open', 'store'],
  ['suggestion', 'store_denied', 'store'],
  ['open', 'accepted', 'creator', ({ campaignType }) => campaignType !== 'store_accept'],
  ['open', 'denied', 'creator'],
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

function lawful(part: Part, to: ParticipantStatus, side: Side): boolean {
  const named = LAWFUL.some(
    ([from, target, who, when]) => from === part.status && target === to && who === side && (when?.(part) ?? true),
  );
  const taken = ['denied', 'store_denied', 'second_prio', 'accepted', 'done'].includes(part.status);
  const back = part.campaignType === 'suggestion' ? 'suggestion' : part.hasApplied ? 'applied' : 'open';
  return named || (side === 'store' && taken && to === back && to !== part.status);
}

const everyPart: Part[] = PARTICIPANT_STATUSES.flatMap((status) =>
  TYPES.flatMap((campaignType) =>
    [true, false].flatMap((hasApplied) =>
      [true, false].map((hasProductSeeding) => ({ status, campaignType, hasApplied, hasProductSeeding })),
    ),
  ),
);

describe('The transitions of a participant', () => {
  it.each<Side>(['store', 'creator'])('of the %s are those of the table, in every status', (side) => {
    for (const part of everyPart) {
      const expected = PARTICIPANT_STATUSES.filter((to) => lawful(part, to, side));
      const found = transitionsFor(part, [side]).map(({ status }) => status);
      expect([part, [...found].sort()]).toEqual([part, [...expected].sort()]);
      expect(new Set(found).size).toBe(found.length);
    }
  });

  it('of an administrator are those of both sides', () => {
    for (const part of everyPart) {
      const both = new Set(
        (['store', 'creator'] as const).flatMap((side) => transitionsFor(part, [side]).map(({ status }) => status)),
      );
      expect(new Set(transitionsFor(part, ['store', 'creator']).map(({ status }) => status))).toEqual(both);
    }
  });

  it('are empty without a side', () => {
    expect(everyPart.flatMap((part) => transitionsFor(part, []))).toEqual([]);
  });

  it('reach every status from the first one, and each has a label', () => {
    for (const [campaignType, unreachable] of [
      ['user_accept', ['applied', 'suggestion', 'second_prio', 'store_denied']],
      ['store_accept', ['suggestion']],
      ['suggestion', ['applied', 'second_prio']],
    ] as const) {
      const seen = new Set<ParticipantStatus>();
      const walked = new Set<string>();
      const keyOf = (part: Part) => [part.status, part.hasApplied, part.hasProductSeeding].join();
      const toVisit: Part[] = [true, false].map((hasProductSeeding) => ({
        ...{ campaignType, hasProductSeeding, hasApplied: false },
        status: firstStatus({ campaignType, hasApplied: false }),
      }));
      for (let part = toVisit.pop(); part !== undefined; part = toVisit.pop()) {
        seen.add(part.status);
        walked.add(keyOf(part));
        for (const { status, label } of transitionsFor(part, ['store', 'creator'])) {
          expect(label).toMatch(/\S/);
          const next = { ...part, status, hasApplied: part.hasApplied || status === 'applied' };
          if (!walked.has(keyOf(next))) toVisit.push(next);
        }
      }
      expect([...seen].sort()).toEqual(
        PARTICIPANT_STATUSES.filter((status) => !(unreachable as readonly string[]).includes(status)).sort(),
      );
    }
  });
});
