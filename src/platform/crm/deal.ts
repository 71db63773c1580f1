import { jobKind } from '../jobs/job.ts';

/** A potential customer for sales: a person who has registered as a store's representative. */
export interface Deal {
  /** Idempotency key of the deal: two jobs with the same key create one deal. */
  key: string;
  title: string;
  email: string;
  /** The page where the person registered. */
  sourceUrl: string | null;
}

/** Enqueue it with `enqueue(db, createDeal, deal)` in the transaction that decides to create the deal. */
export const createDeal = jobKind<Deal>('create_crm_deal');
