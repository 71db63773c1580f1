import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { laterPart } from '../../components/lazy-part.tsx';
import { useMay } from '../../components/role-limit.tsx';
import { useCampaignTexts } from './texts.ts';
import type { Managed } from './use-pausing.ts';

const CampaignItems = laterPart(() => import('./menus/campaign-items.tsx'));

/** Button that opens the menu of a campaign. */
export function CampaignMenu(props: { store: string; campaign: Managed; onDeleted?: () => unknown }) {
  const t = useCampaignTexts();
  const mayManage = useMay('manage');
  if (props.campaign.status === 'deleted' || !mayManage) return null;
  return (
    <CampaignItems
      {...props}
      target={
        <ActionIcon variant="subtle" color="gray" aria-label={t.actions.of(props.campaign.campaign_title)}>
          <IconDots size={18} />
        </ActionIcon>
      }
    />
  );
}
