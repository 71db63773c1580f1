import { List } from '@mantine/core';
import { SectionTitle } from '../../components/section-title.tsx';
import type { CampaignWithRules } from './commission-rules.tsx';
import { useCampaignTexts } from './texts.ts';

/** The rules by which orders of a campaign are attributed and approved, for creators before they join. */
export function OrderRules({ rules }: { rules: CampaignWithRules['order_rules'] }) {
  const t = useCampaignTexts().orderRules;
  return (
    <section>
      <SectionTitle order={3}>{t.title}</SectionTitle>
      <List size="sm" spacing={4}>
        <List.Item>{t.attributions[rules.attribution]}</List.Item>
        <List.Item>{t.window(rules.attribution_window_days)}</List.Item>
        <List.Item>{t.approval(rules.approval_days)}</List.Item>
      </List>
    </section>
  );
}
