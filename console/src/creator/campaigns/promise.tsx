import { Button, Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import type { CampaignWithRules } from './commission-rules.tsx';
import { useCampaignTexts } from './texts.ts';

const OwnPromise = lazyPart(() => import('../../promises/own-promise.tsx'));

/** What a campaign promises about its terms, and how they have changed, when the creator asks for it. The pay above says the promise in short. */
export function PromisedTerms({ campaign }: { campaign: CampaignWithRules }) {
  const t = useCampaignTexts();
  const [isShown, setIsShown] = useState(false);
  if (campaign.promise === null) return null;
  return (
    <section>
      <SectionTitle order={3}>{t.promised}</SectionTitle>
      {isShown ? (
        <Suspense fallback={<Skeleton h={80} />}>
          <OwnPromise offer={campaign.id} currency={campaign.currency} promise={campaign.promise} />
        </Suspense>
      ) : (
        <Button size="xs" variant="default" onClick={() => setIsShown(true)}>
          {t.showPromised}
        </Button>
      )}
    </section>
  );
}
