import type { News } from '../mails/notify-participants.ts';

/** The ways of joining a campaign; `standard` campaigns have no participants. */
export type CampaignType = 'standard' | 'user_accept' | 'store_accept' | 'suggestion';

export const PARTICIPANT_STATUSES = [
  'open',
  'applied',
  'denied',
  'accepted',
  'store_denied',
  'done',
  'suggestion',
  'second_prio',
  'have_posted',
  'have_received',
  'product_sent',
] as const;
export type ParticipantStatus = (typeof PARTICIPANT_STATUSES)[number];

/** The statuses of participants who have joined and are not done. */
export const TAKING_PART: readonly ParticipantStatus[] = ['accepted', 'product_sent', 'have_received', 'have_posted'];

/** The statuses of creators who have applied or joined, of whom the store may know more than the name. A store cannot move anybody there who has not. */
export const KNOWN_TO_STORE: readonly ParticipantStatus[] = ['applied', 'second_prio', ...TAKING_PART, 'done'];

/** The side of a campaign that a caller acts for. An administrator acts for both. */
export type Side = 'store' | 'creator';

interface Move {
  from: readonly ParticipantStatus[];
  to: ParticipantStatus;
  who: Side;
  label: string;
  /** Only in campaigns of these types; by default in all that have participants. */
  types?: readonly CampaignType[];
  /** Only with product seeding (true), or only without (false). */
  seeding?: boolean;
  /** What the participant is notified of. A creator who is declined without having applied was never informed of the campaign. */
  news?: News;
}

/** All transitions, except the revert of a decision, whose target is `firstStatus`. */
export const MOVES: readonly Move[] = [
  { from: ['suggestion'], to: 'open', who: 'store', label: 'Invite', news: 'invited' },
  { from: ['suggestion'], to: 'store_denied', who: 'store', label: 'Turn down' },
  { from: ['open'], to: 'accepted', who: 'creator', label: 'Accept', types: ['user_accept', 'suggestion'] },
  { from: ['open'], to: 'applied', who: 'creator', label: 'Apply', types: ['store_accept'] },
  { from: ['open'], to: 'denied', who: 'creator', label: 'Decline' },
  { from: ['applied'], to: 'open', who: 'creator', label: 'Withdraw' },
  { from: ['open'], to: 'store_denied', who: 'store', label: 'Withdraw invitation' },
  { from: ['accepted'], to: 'store_denied', who: 'store', label: 'End without payment' },
  { from: ['applied', 'second_prio'], to: 'accepted', who: 'store', label: 'Accept', news: 'accepted' },
  { from: ['applied', 'second_prio'], to: 'store_denied', who: 'store', label: 'Turn down', news: 'denied' },
  { from: ['applied'], to: 'second_prio', who: 'store', label: 'Put second' },
  { from: ['accepted'], to: 'product_sent', who: 'store', label: 'Product sent', seeding: true },
  { from: ['product_sent'], to: 'have_received', who: 'creator', label: 'Received' },
  { from: ['accepted'], to: 'have_posted', who: 'creator', label: 'Posted', seeding: false },
  { from: ['have_received'], to: 'have_posted', who: 'creator', label: 'Posted' },
  { from: TAKING_PART, to: 'done', who: 'store', label: 'Complete' },
];

/** What the participant of a transition is notified of; null: nothing. */
export const newsOf = (from: ParticipantStatus, to: ParticipantStatus): News | null =>
  MOVES.find((move) => move.to === to && move.from.includes(from))?.news ?? null;

const REVERTIBLE: readonly ParticipantStatus[] = ['denied', 'store_denied', 'second_prio', 'accepted', 'done'];

/** The facts that determine the possible transitions. */
export interface ParticipantState {
  status: ParticipantStatus;
  /** Whether the creator has ever applied. */
  hasApplied: boolean;
  campaignType: CampaignType;
  hasProductSeeding: boolean;
}

/** A status that a participant can be moved to, and the label of its button. */
export interface Transition {
  status: ParticipantStatus;
  label: string;
}

/** Returns the first status of a participant, which is also the target of a revert. */
export function firstStatus({
  campaignType,
  hasApplied,
}: Pick<ParticipantState, 'campaignType' | 'hasApplied'>): ParticipantStatus {
  if (campaignType === 'suggestion') return 'suggestion';
  return hasApplied ? 'applied' : 'open';
}

/** Returns the transitions that these sides may make now, each status once; a revert comes last. */
export function transitionsFor(state: ParticipantState, sides: readonly Side[]): Transition[] {
  const found = MOVES.filter(
    ({ from, who, types, seeding }) =>
      from.includes(state.status) &&
      sides.includes(who) &&
      (types === undefined || types.includes(state.campaignType)) &&
      (seeding === undefined || seeding === state.hasProductSeeding),
  ).map(({ to, label }) => ({ status: to, label }));
  const first = firstStatus(state);
  const mayRevert = sides.includes('store') && REVERTIBLE.includes(state.status) && first !== state.status;
  if (mayRevert && !found.some(({ status }) => status === first)) found.push({ status: first, label: 'Take back' });
  return found;
}
