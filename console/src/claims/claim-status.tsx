import { StateBadge } from '../components/state-badge.tsx';
import type { ClaimStatus } from './search.ts';
import { useClaimTexts } from './texts.ts';

const MOODS = { open: 'warning', escalated: 'bad', accepted: 'good', declined: 'neutral' } as const;

/** Status of a claim. */
export function ClaimStatusBadge({ status }: { status: ClaimStatus }) {
  return <StateBadge mood={MOODS[status]}>{useClaimTexts().statuses[status]}</StateBadge>;
}
