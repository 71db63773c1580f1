import { Anchor, Grid, List, Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../../api.ts';
import { Failure } from '../../../components/failure.tsx';
import { Note } from '../../../components/note.tsx';
import { SectionCard } from '../../../components/section-card.tsx';
import { SectionTitle } from '../../../components/section-title.tsx';
import { useFormats } from '../../../language/formats.ts';
import { CreatorPreview } from '../form/creator-preview.tsx';
import { type Definition, draftOf } from '../form/draft.ts';
import type { StoreCampaign } from '../in-words.ts';
import { useCampaignTexts } from '../texts.ts';

/** The campaign as creators read it, and its audience. */
export function Brief({ campaign }: { campaign: StoreCampaign }) {
  const t = useCampaignTexts().board.brief;
  const { data, error, refetch } = api.useQuery('get', '/v2/offers/{offer}/definition', {
    params: { path: { offer: campaign.id } },
  });
  const picture = campaign.image_url.includes('/placeholder/') ? null : campaign.image_url;
  return (
    <SectionCard id="brief" title={t.title}>
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={160} />}
      {data !== undefined && (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <CreatorPreview draft={draftOf(data, campaign.currency)} picture={picture} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <SectionTitle order={3} mb="xs">
              {t.audience}
            </SectionTitle>
            <Audience offer={data.offer} campaign={campaign} />
          </Grid.Col>
        </Grid>
      )}
    </SectionCard>
  );
}

/** The audience of the campaign, named and joined. Groups are counted, because a store may not know their members. */
function Audience({ offer: { type, targets }, campaign }: Pick<Definition, 'offer'> & { campaign: StoreCampaign }) {
  const t = useCampaignTexts().board.brief;
  const { number } = useFormats();
  const counts = [
    [targets.user_ids, t.creators],
    [targets.emails, t.emails],
    [targets.social_media_identifiers, t.socials],
    [targets.user_tag_ids, t.tags],
    [targets.store_group_ids, t.markets],
    [targets.client_ids, t.agencies],
    [targets.revenue_tier_ids, t.tiers],
  ] as const;
  const lines = counts.flatMap(([list = [], words]) => (list.length === 0 ? [] : [words(list.length)]));
  const named =
    lines.length === 0 ? (
      <Note>{type === 'standard' ? t.everybody : t.byLink}</Note>
    ) : (
      <List size="sm" spacing={4}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    );
  if (type === 'standard') return named;
  return (
    <Stack gap="xs">
      {named}
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            {...props}
            to="/console/shop/$store/campaigns/$offer"
            params={{ store: String(campaign.store_id), offer: String(campaign.id) }}
            search={{ tab: 'participants' }}
          />
        )}
      >
        {t.joined(number(campaign.participants))}
      </Anchor>
    </Stack>
  );
}
