import { StateBadge } from '../../components/state-badge.tsx';
import type { Shop } from './shop.ts';
import { useStoresTexts } from './texts.ts';

const MOODS = { pending: 'warning', approved: 'good', rejected: 'bad' } as const;

/** Whether a store is approved. */
export function ApprovalBadge({ approval }: Pick<Shop, 'approval'>) {
  return <StateBadge mood={MOODS[approval]}>{useStoresTexts().approvals[approval]}</StateBadge>;
}
