/** The facts about a creator and a store. */
export interface RelationshipFacts {
  isMember: boolean;
  /** Whether the creator has a link to the store. */
  hasLink: boolean;
  /** Whether the store has created terms for this creator only. */
  hasOwnTerms: boolean;
  /** The creator's participations in the store's campaigns. */
  statuses: readonly string[];
}

/**
 * The relationship of creator and store, which determines the visible data. `none`: the store cannot know of the creator.
 * `named`: only the store has acted (it can invite anybody), so it sees public data. `known`: the creator has acted, so the store
 * sees name and e-mail. `working`: both have agreed, and goods may have to be sent.
 */
export type Relationship = 'none' | 'named' | 'known' | 'working';

const AGREED = ['accepted', 'product_sent', 'have_received', 'have_posted', 'done'];
/** The statuses that only the creator can cause. */
const CAME = ['applied', 'second_prio'];

export function relationshipOf({ isMember, hasLink, hasOwnTerms, statuses }: RelationshipFacts): Relationship {
  if (isMember || statuses.some((status) => AGREED.includes(status))) return 'working';
  if (hasLink || statuses.some((status) => CAME.includes(status))) return 'known';
  return hasOwnTerms || statuses.length > 0 ? 'named' : 'none';
}
