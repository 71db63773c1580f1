import { Card, Image, List, Text, Title } from '@mantine/core';
import { useCampaignTexts } from './texts.ts';
import type { Campaign } from './use-board.ts';
import { usePayWords } from './words.ts';

/** Description and compensation of a campaign. */
export function Brief({ campaign }: { campaign: Campaign }) {
  const t = useCampaignTexts();
  const pay = usePayWords()(campaign);
  return (
    <Card component="section" aria-labelledby="brief">
      {campaign.image_url !== null && <Image src={campaign.image_url} alt="" radius="md" mb="md" mah={280} />}
      <Title order={2} size="h4" mb="sm" id="brief">
        {t.brief}
      </Title>
      <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {campaign.text === '' ? t.noBrief : campaign.text}
      </Text>
      <Title order={3} size="h5" mt="lg" mb="xs">
        {t.terms}
      </Title>
      <Lines of={pay} />
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
