import { Progress, Stack, Text } from '@mantine/core';
import { type StoreCampaign, useCampaignWords } from './in-words.ts';

/** Budget use of a campaign. */
export function Budget({ campaign }: { campaign: StoreCampaign }) {
  const { share, words } = useCampaignWords().budget(campaign);
  return (
    <Stack gap={4} miw={140}>
      <Text size="sm">{words}</Text>
      {share !== null && <Progress value={Math.min(100, share * 100)} size="sm" aria-label={words} />}
    </Stack>
  );
}
