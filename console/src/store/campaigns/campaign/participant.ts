import type { paths } from '@tributary/client';
import type { CampaignTexts } from '../texts.ts';

/** A participant with available moves, individual terms and number of comments. */
export type Participant =
  paths['/v2/offers/{offer}/participants']['get']['responses']['200']['content']['application/json']['data'][number];
export type Status = Participant['status'];

/** What the store sees of a creator who has applied or takes part. */
export type Profile =
  paths['/v2/offers/{offer}/participant-profiles']['get']['responses']['200']['content']['application/json']['data'][number];

/** Additional fields that the board requests. */
export const INCLUDES = ['transitions', 'overrides', 'prices', 'offer_comments_count'] as (
  | 'transitions'
  | 'overrides'
  | 'prices'
  | 'offer_comments_count'
)[];

/** The columns of the board with their statuses, in the order of a participation. */
export const STAGES: { key: keyof CampaignTexts['board']['stages']; statuses: readonly Status[] }[] = [
  { key: 'invited', statuses: ['open'] },
  { key: 'waiting', statuses: ['suggestion', 'applied', 'second_prio'] },
  { key: 'working', statuses: ['accepted', 'product_sent', 'have_received', 'have_posted'] },
  { key: 'done', statuses: ['done'] },
  { key: 'out', statuses: ['store_denied', 'denied'] },
];

export const nameOf = (part: Participant): string =>
  part.display_name ?? part.pre_registered_email ?? part.pre_registered_identifier ?? `#${part.id}`;

/** Moves that are available to all of these participants. */
export function commonMoves(parts: readonly Participant[]): Status[] {
  const [first, ...rest] = parts.map(({ transitions = [] }) => transitions.map(({ status }) => status));
  return (first ?? []).filter((status) => rest.every((moves) => moves.includes(status)));
}

/** Label of a move; undoing a decision has a label of its own. */
export function moveWords(part: Participant, to: Status, t: CampaignTexts['board']): string {
  const isBack = part.transitions?.find(({ status }) => status === to)?.label === 'Take back';
  return isBack ? `${t.back_}: ${t.status[to]}` : t.moveTo[to];
}
