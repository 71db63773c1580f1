import { useCreatorTexts } from '../texts.ts';
import type { Campaign } from './use-board.ts';

/** Next step of a creator in a campaign; null for none. */
export function useNextStep(): (campaign: Campaign) => string | null {
  const t = useCreatorTexts().next;
  return ({ part, status }) => {
    if (part === null || status === 'ended' || status === 'deleted') return null;
    const may = (to: string) => part.transitions.some((move) => move.status === to);
    if (may('accepted')) return t.decide;
    if (may('applied')) return t.apply;
    if (may('have_received')) return t.received;
    const left = part.todo.filter(({ value }) => !value).length;
    if (left > 0 && part.can_create_link) return t.tasks(left, part.todo.length);
    return may('have_posted') ? t.posted : null;
  };
}
