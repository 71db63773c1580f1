import { Suspense } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import type { CampaignWithRules } from './commission-rules.tsx';
import { CustomerProgramme } from './customer-programme.tsx';

const OwnSteps = lazyPart(() => import('../../rate-steps/own-steps.tsx'));

/** What few campaigns pay: rates that rise, which are loaded with the campaigns that have them, and repeated orders of customers. */
export default function FurtherPay({ campaign }: { campaign: CampaignWithRules }) {
  return (
    <>
      {campaign.rate_steps !== null && (
        <Suspense>
          <OwnSteps steps={campaign.rate_steps} />
        </Suspense>
      )}
      <CustomerProgramme campaign={campaign.id} />
    </>
  );
}
