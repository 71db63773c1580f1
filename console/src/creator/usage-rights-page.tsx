import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../components/lazy-part.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { useMe } from '../session/use-me.ts';
import { useCreatorTexts } from './texts.ts';

const RightsList = lazyPart(() => import('../publications/rights-list.tsx'));

/** The usage rights that a creator has given to stores or is asked for, over all campaigns. */
export function UsageRightsPage() {
  const { usageRights: t } = useCreatorTexts();
  const { id: user } = useMe();
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Suspense fallback={<Skeleton h={240} />}>
        <RightsList user={user} campaignPage={(offer) => `/console/creator/campaigns/${offer}`} />
      </Suspense>
    </>
  );
}
