import { jobKind } from '../jobs/job.ts';

/** A possible customer for the sales people: somebody who has registered to represent a shop. */
export interface Deal {
  /** Names the deal for good, so that asking twice makes one. */
  key: string;
  title: string;
  email: string;
  /** Where the person registered. */
  sourceUrl: string | null;
}

/** Make it by `enqueue(db, createDeal, deal)`, in the transaction that decides it. */
export const createDeal = jobKind<Deal>('create_crm_deal');
