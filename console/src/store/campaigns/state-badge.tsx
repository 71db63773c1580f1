import { Badge } from '@mantine/core';
import { type CampaignTexts, useCampaignTexts } from './texts.ts';

const COLORS = { active: 'teal', paused: 'yellow', scheduled: 'blue', ended: 'gray', deleted: 'gray' } as const;

/** Status badge of a campaign. */
export function StateBadge({ status }: { status: keyof CampaignTexts['status'] }) {
  const t = useCampaignTexts();
  return (
    <Badge color={COLORS[status]} variant="dot" tt="none" fw={600} style={{ flexShrink: 0 }} miw="max-content">
      {t.status[status]}
    </Badge>
  );
}
