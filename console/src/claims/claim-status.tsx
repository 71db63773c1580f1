import { StateBadge } from '../components/state-badge.tsx';
import type { ClaimStatus } from './search.ts';
import { useClaimTexts } from './texts.ts';

const TONES = { open: 'warning', escalated: 'bad', accepted: 'good', declined: 'neutral' } as const;

/** Status of a claim. */
export function ClaimStatusBadge({ status }: { status: ClaimStatus }) {
  return <StateBadge tone={TONES[status]}>{useClaimTexts().statuses[status]}</StateBadge>;
}
