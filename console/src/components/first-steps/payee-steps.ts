import { usePayee } from '../payouts/payout-api.ts';
import type { FirstStep, FirstStepsProps } from './steps.ts';
import { useStepTexts } from './texts.ts';

/** The steps without which a payee is not paid; undefined while they are read, none without a payee. */
export function usePayeeSteps(payee: FirstStepsProps['payee']): readonly FirstStep[] | undefined {
  const t = useStepTexts().payee;
  const { data } = usePayee(payee?.owner ?? null);
  if (payee === undefined) return [];
  if (data === undefined) return undefined;
  const at = (hash: string) => ({ ...payee.link, hash });
  return [
    { ...t.details, isDone: data.details !== null, link: at('payee') },
    { ...t.account, isDone: data.payout_accounts.length > 0, link: at('accounts') },
    { ...t.consent, isDone: data.consent.given_at !== null, link: at('consent') },
  ];
}
