import type { LinkProps } from '@tanstack/react-router';
import type { PayeeOwner } from '../payouts/payee-owner.ts';
import { usePayee } from '../payouts/payout-api.ts';
import type { FirstStep } from './first-steps.tsx';
import { useStepTexts } from './texts.ts';

/** The steps without which a payee is not paid; undefined while they are read. @param link to the page of payouts */
export function usePayeeSteps(owner: PayeeOwner, link: LinkProps): FirstStep[] | undefined {
  const t = useStepTexts().payee;
  const { data } = usePayee(owner);
  if (data === undefined) return undefined;
  return [
    { ...t.details, isDone: data.details !== null, link: { ...link, hash: 'payee' } },
    { ...t.account, isDone: data.payout_accounts.length > 0, link: { ...link, hash: 'accounts' } },
    { ...t.consent, isDone: data.consent.given_at !== null, link: { ...link, hash: 'consent' } },
  ];
}
