import { StateBadge } from '../components/state-badge.tsx';
import type { Deliverable } from './deliverable.ts';
import { useDeliverableTexts } from './texts.ts';

const TONES = {
  awaited: 'neutral',
  submitted: 'warning',
  changes_requested: 'warning',
  approved: 'good',
  published: 'good',
} as const;

/** The words of a deliverable's status, for the creator or the store. */
export function useStatusWords(isOwn: boolean) {
  const t = useDeliverableTexts();
  return ({ status, is_overdue: isOverdue }: Pick<Deliverable, 'status' | 'is_overdue'>) =>
    isOverdue && status === 'awaited' ? t.overdue : (isOwn ? t.ownStatus : t.status)[status];
}

/** Status of a deliverable, for the creator or the store. */
export function DeliverableStatus({ of, isOwn }: { of: Pick<Deliverable, 'status' | 'is_overdue'>; isOwn: boolean }) {
  const words = useStatusWords(isOwn);
  return <StateBadge tone={of.is_overdue ? 'bad' : TONES[of.status]}>{words(of)}</StateBadge>;
}
