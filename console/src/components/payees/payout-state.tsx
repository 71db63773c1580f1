import { Text } from '@mantine/core';
import { useFormats } from '../../language/formats.ts';
import { StateBadge } from '../state-badge.tsx';
import { usePayeesTexts } from './texts.ts';

const TONES = {
  in_run: 'neutral',
  dropped: 'warning',
  cancelled: 'warning',
  rejected: 'bad',
  paid: 'good',
  returned: 'bad',
} as const;

interface PayoutStateProps {
  payout: {
    status: keyof typeof TONES;
    reason: string | null;
    paid_on: string | null;
    returned_on: string | null;
  };
}

/** Status of a payout with its day and reason. */
export function PayoutState({
  payout: { status, reason, paid_on: paidOn, returned_on: returnedOn },
}: PayoutStateProps) {
  const t = usePayeesTexts().history;
  const { day } = useFormats();
  const on = returnedOn ?? paidOn;
  const details = [on === null ? null : day(on), reason === null ? null : (t.reasons[reason] ?? reason)];
  return (
    <>
      <StateBadge tone={TONES[status]}>{t.states[status]}</StateBadge>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {details.filter((detail) => detail !== null).join(': ')}
      </Text>
    </>
  );
}
