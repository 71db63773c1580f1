import type { LinkProps } from '@tanstack/react-router';
import type { PayeeOwner } from '../payouts/payee-owner.ts';

export interface FirstStep {
  title: string;
  hint: string;
  /** Label of the link until the step is done. */
  go?: string;
  isDone: boolean;
  /** The list also ends without it. */
  isOptional?: boolean;
  /** Absent for a step that others do. */
  link?: LinkProps | undefined;
}

export interface FirstStepsProps {
  title: string;
  hint: string;
  /** Undefined while loading or after a failure, which the page reports elsewhere. */
  steps: readonly FirstStep[] | undefined;
  /** Further steps without which this payee is not paid, on its page of payouts. */
  payee?: { owner: PayeeOwner; link: LinkProps };
  /** Remembers in this browser that everything is done. */
  doneKey?: string;
}
