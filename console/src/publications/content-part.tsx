import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api.ts';
import { Fact } from '../components/fact.tsx';
import { Failure } from '../components/failure.tsx';
import { Note, Strong } from '../components/note.tsx';
import { useMay } from '../components/role-limit.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { BEHIND_CURSOR } from '../components/table/cursor-list.tsx';
import { useFormats } from '../language/formats.ts';
import { ReviewBadge } from './facts.tsx';
import { OfferRights } from './offer-rights.tsx';
import type { StorePublication } from './publication.ts';
import { usePublicationTexts } from './texts.ts';

/** The publications of a campaign with figures and costs, for its store. */
export default function ContentPart({ offer, onOpen }: { offer: number; onOpen: (deliverable: number) => void }) {
  const t = usePublicationTexts().content;
  const [offered, offerRights] = useState<StorePublication | null>(null);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = api.useInfiniteQuery(
    'get',
    '/v2/offers/{offer}/publications',
    { params: { path: { offer } } },
    BEHIND_CURSOR,
  );
  const found = data?.pages.flatMap((page) => page.data);
  return (
    <SectionCard id="publications" title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {found === undefined && !error && <Skeleton h={80} />}
      {found?.length === 0 && <Note>{t.none}</Note>}
      {found !== undefined && found.length > 0 && (
        <Stack>
          <Sums offer={offer} />
          <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
            {found.map((one) => (
              <li key={one.id}>
                <Post of={one} onOpen={onOpen} onOffer={() => offerRights(one)} />
              </li>
            ))}
          </Stack>
          {hasNextPage && (
            <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t.more}
            </Button>
          )}
        </Stack>
      )}
      <OfferRights of={offered} onClose={() => offerRights(null)} />
    </SectionCard>
  );
}

interface PostProps {
  of: StorePublication;
  onOpen: (deliverable: number) => void;
  onOffer: () => void;
}

function Post({ of, onOpen, onOffer }: PostProps) {
  const t = usePublicationTexts();
  const mayOffer = useMay('manage');
  const { figures } = of;
  const engagements = figures && (figures.likes ?? 0) + (figures.comments ?? 0) + (figures.shares ?? 0);
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Button
          variant="transparent"
          p={0}
          h="auto"
          styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'start' } }}
          onClick={() => onOpen(of.deliverable.id)}
        >
          <Strong>{t.content.open(of.deliverable.title, of.user.name)}</Strong>
        </Button>
        <ReviewBadge of={of} isOwn={false} />
      </Group>
      <Costs views={figures?.views ?? null} engagements={engagements} cost={of.cost} />
      {mayOffer && (
        <Button variant="default" size="xs" style={{ alignSelf: 'flex-start' }} onClick={onOffer}>
          {t.rights.offer}
        </Button>
      )}
    </Stack>
  );
}

function Sums({ offer }: { offer: number }) {
  const t = usePublicationTexts().content;
  const { data } = api.useQuery('get', '/v2/offers/{offer}/publication-costs', { params: { path: { offer } } });
  if (data === undefined) return <Skeleton h={40} />;
  return (
    <section aria-label={t.total}>
      <Strong>{t.total}</Strong>
      <Costs views={data.views} engagements={data.engagements} cost={data.cost} />
    </section>
  );
}

interface CostsProps {
  views: number | null;
  engagements: number | null;
  cost: StorePublication['cost'];
}

function Costs({ views, engagements, cost }: CostsProps) {
  const t = usePublicationTexts().content;
  const { number, money } = useFormats();
  const count = (value: number | null) => (value === null ? '–' : number(value));
  const amount = (value: { minor: number; currency: string } | null) =>
    value === null ? '–' : money(value.minor, value.currency);
  return (
    <Group component="dl" gap="xl" m={0}>
      <Fact label={t.views}>{count(views)}</Fact>
      <Fact label={t.engagements}>{count(engagements)}</Fact>
      <Fact label={t.cost}>{amount(cost.total)}</Fact>
      <Fact label={t.perThousand}>{amount(cost.per_thousand_views)}</Fact>
      <Fact label={t.perEngagement}>{amount(cost.per_engagement)}</Fact>
      <Fact label={t.perOrder}>{amount(cost.per_order)}</Fact>
    </Group>
  );
}
