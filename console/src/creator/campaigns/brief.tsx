import { Card, Image, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { SectionTitle } from '../../components/section-title.tsx';
import { useCampaignTexts } from './texts.ts';
import type { Campaign } from './use-board.ts';
import { usePayWords } from './words.ts';

/** Description and compensation of a campaign; `children` are further terms. */
export function Brief({ campaign, children }: { campaign: Campaign; children?: ReactNode }) {
  const t = useCampaignTexts();
  const pay = usePayWords()(campaign);
  return (
    <Card component="section" aria-labelledby="brief">
      {campaign.image_url !== null && <Image src={campaign.image_url} alt="" radius="md" mb="md" mah={280} />}
      <SectionTitle mb="sm" id="brief">
        {t.brief}
      </SectionTitle>
      <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {[campaign.text, campaign.influencer_text].filter((text) => text !== '').join('\n\n') || t.noBrief}
      </Text>
      <SectionTitle order={3} mt="lg" mb="xs">
        {t.terms}
      </SectionTitle>
      <Lines of={pay} />
      {children}
    </Card>
  );
}

export function Lines({ of }: { of: readonly string[] }) {
  return (
    <List size="sm" spacing={4}>
      {of.map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  );
}
