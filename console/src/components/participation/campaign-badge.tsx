import { Badge } from '@mantine/core';
import { type CampaignStatus, useParticipationTexts } from './texts.ts';

const COLORS = { active: 'teal', paused: 'yellow', scheduled: 'blue', ended: 'gray', deleted: 'gray' } as const;

/** Status badge of a campaign. */
export function CampaignBadge({ status }: { status: CampaignStatus }) {
  const t = useParticipationTexts();
  return (
    <Badge color={COLORS[status]} variant="dot" tt="none" fw={600} style={{ flexShrink: 0 }} miw="max-content">
      {t.campaign[status]}
    </Badge>
  );
}
