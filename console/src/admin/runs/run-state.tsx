import { StateBadge } from '../../components/state-badge.tsx';
import { awaitsApproval, type Run } from './run.ts';
import { useRunsTexts } from './texts.ts';

const TONES = { draft: 'neutral', approved: 'good', exported: 'good', cancelled: 'bad' } as const;

/** Status of a payout run. */
export function RunState({ run }: { run: Run }) {
  const t = useRunsTexts();
  if (awaitsApproval(run)) return <StateBadge tone="warning">{t.awaits}</StateBadge>;
  return <StateBadge tone={TONES[run.status]}>{t.states[run.status]}</StateBadge>;
}
