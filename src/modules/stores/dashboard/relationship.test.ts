import { describe, expect, it } from 'vitest';
import { PARTICIPANT_STATUSES } from '../../campaigns/participants/transitions.ts';
import { type RelationshipFacts, relationshipOf } from './relationship.ts';

const stranger: RelationshipFacts = { isMember: false, hasLink: false, hasOwnTerms: false, statuses: [] };
const relationshipWith = (facts: Partial<RelationshipFacts>) => relationshipOf({ ...stranger, ...facts });

describe('A creator is', () => {
  it('no store without a link, a participation, terms or a membership', () => {
    expect(relationshipOf(stranger)).toBe('none');
  });

  it('named when only the store has acted', () => {
    expect(relationshipWith({ hasOwnTerms: true })).toBe('named');
  });

  it('known by an own link', () => {
    expect(relationshipWith({ hasLink: true })).toBe('known');
    expect(relationshipWith({ hasLink: true, statuses: ['open'] })).toBe('known');
  });

  it('working with a member', () => {
    expect(relationshipWith({ isMember: true })).toBe('working');
  });

  const relationships = {
    open: 'named',
    suggestion: 'named',
    denied: 'named',
    store_denied: 'named',
    applied: 'known',
    second_prio: 'known',
    accepted: 'working',
    product_sent: 'working',
    have_received: 'working',
    have_posted: 'working',
    done: 'working',
  } as const;
  it.each(PARTICIPANT_STATUSES)('by a participation that is %s, as in the table', (status) => {
    expect([status, relationshipWith({ statuses: [status] })]).toEqual([status, relationships[status]]);
  });

  it('with several participations: the closest one applies', () => {
    expect(relationshipWith({ statuses: ['open', 'applied'] })).toBe('known');
    expect(relationshipWith({ statuses: ['denied', 'done', 'applied'] })).toBe('working');
  });
});
