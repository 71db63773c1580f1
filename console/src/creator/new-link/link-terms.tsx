import { Anchor, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { Note } from '../../components/note.tsx';
import { useTierWords } from '../../components/rates/tier-words.ts';
import { useFormats } from '../../language/formats.ts';
import { useCreatorTexts } from '../texts.ts';
import { usePaySentence } from './sentences.ts';

/** Current terms of a link with their campaign, or the reason why it earns nothing. */
export function LinkTerms({ link }: { link: number }) {
  const t = useCreatorTexts().earns;
  const sentence = usePaySentence();
  const { data, error, refetch } = api.useQuery('get', '/v2/affiliate-links/{affiliate_link}/terms', {
    params: { path: { affiliate_link: link } },
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton role="status" h={44} maw={360} aria-label={t.title} />;
  if (data.refusal !== null) return <Text c="red">{t[data.refusal]}</Text>;
  const { currency } = data;
  const [general, social] = data.sources.map((one) => ({
    ...one,
    sentence: sentence({
      perClickMinor: one.per_click_minor,
      perOrder: one.per_order,
      perOrderFixed: one.per_order_fixed,
      cpoMode: one.cpo_mode,
      minimumOrder: one.minimum_order,
      currency,
    }),
  }));
  return (
    <Group gap="sm" align="flex-start" wrap="nowrap">
      <IconCoins size={22} stroke={1.6} aria-hidden color="var(--mantine-primary-color-light-color)" />
      <Stack gap={2}>
        <Text fw={600}>{general?.sentence ?? t.nothing}</Text>
        {social?.sentence && social.sentence !== general?.sentence && (
          <Text size="sm">{t.social(social.sentence)}</Text>
        )}
        {general?.sentence && <PaidBy campaign={general.campaign} />}
      </Stack>
    </Group>
  );
}

type Campaign =
  paths['/v2/affiliate-links/{affiliate_link}/terms']['get']['responses']['200']['content']['application/json']['sources'][number]['campaign'];

function PaidBy({ campaign }: { campaign: Campaign }) {
  const t = useCreatorTexts().earns;
  const { day } = useFormats();
  const wordsOf = useTierWords();
  if (campaign === null) return <Note>{t.shop}</Note>;
  return (
    <>
      <Note>
        {t.campaign}{' '}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => (
            <Link {...props} to="/console/creator/campaigns/$offer" params={{ offer: String(campaign.id) }} />
          )}
        >
          {campaign.title}
        </Anchor>
        {campaign.valid_until !== null && `, ${t.until(day(campaign.valid_until))}`}
      </Note>
      {campaign.bonuses?.tiers.map((tier) => (
        <Note key={JSON.stringify(tier)}>{t.bonus(wordsOf(tier))}</Note>
      ))}
    </>
  );
}
