import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Section } from '../../components/section-card.tsx';
import { useAgencyTexts } from '../texts.ts';

const RightsList = lazyPart(() => import('../../publications/rights-list.tsx'));

/** The usage rights of a creator over all campaigns, for the creator's agency. */
export function CreatorRights({ user, client }: { user: number; client: number }) {
  const { creator: t } = useAgencyTexts();
  return (
    <Section id="usage-rights" title={t.usageRights} hint={t.usageRightsHint}>
      <Suspense fallback={<Skeleton h={160} />}>
        <RightsList
          user={user}
          campaignPage={(offer) => `/console/agency/${client}/campaigns/${offer}?creator=${user}`}
        />
      </Suspense>
    </Section>
  );
}
