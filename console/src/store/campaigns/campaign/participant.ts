import type { paths } from '@tributary/client';
import type { CampaignTexts } from '../texts.ts';

/** A participant as the board has it: with the moves that one may make, own terms, and how much has been said. */
export type Participant =
  paths['/v2/offers/{offer}/participants']['get']['responses']['200']['content']['application/json']['data'][number];
export type Status = Participant['status'];

/** What the board asks for besides. */
export const BESIDES = ['transitions', 'overrides', 'offer_comments_count'] as (
  | 'transitions'
  | 'overrides'
  | 'offer_comments_count'
)[];

/** The columns of the board, each with the statuses that belong to it, in the order of a campaign's life. */
export const STAGES: { key: keyof CampaignTexts['board']['stages']; statuses: readonly Status[] }[] = [
  { key: 'invited', statuses: ['open'] },
  { key: 'waiting', statuses: ['suggestion', 'applied', 'second_prio'] },
  { key: 'working', statuses: ['accepted', 'product_sent', 'have_received', 'have_posted'] },
  { key: 'done', statuses: ['done'] },
  { key: 'out', statuses: ['store_denied', 'denied'] },
];

export const nameOf = (part: Participant): string =>
  part.display_name ?? part.pre_registered_email ?? part.pre_registered_identifier ?? `#${part.id}`;

/** The moves that all of these may make. */
export function commonMoves(parts: readonly Participant[]): Status[] {
  const [first, ...rest] = parts.map(({ transitions = [] }) => transitions.map(({ status }) => status));
  return (first ?? []).filter((status) => rest.every((moves) => moves.includes(status)));
}

/** The words of a move: what it does, or that it takes a decision back. */
export function moveWords(part: Participant, to: Status, t: CampaignTexts['board']): string {
  const isBack = part.transitions?.find(({ status }) => status === to)?.label === 'Take back';
  return isBack ? `${t.back_}: ${t.status[to]}` : t.moveTo[to];
}
