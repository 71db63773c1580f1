import { StateBadge } from '../../components/state-badge.tsx';
import type { AdminStore } from './admin-store.ts';
import { useStoresTexts } from './texts.ts';

const TONES = { pending: 'warning', approved: 'good', rejected: 'bad' } as const;

/** Whether a store is approved. */
export function ApprovalBadge({ approval }: Pick<AdminStore, 'approval'>) {
  return <StateBadge tone={TONES[approval]}>{useStoresTexts().approvals[approval]}</StateBadge>;
}
