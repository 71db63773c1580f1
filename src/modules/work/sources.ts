import { sql } from 'drizzle-orm';
import { adminWork, type WorkSource, workColumns } from '../../platform/work/work-source.ts';
import { ACCOUNT_WORK } from '../accounts/index.ts';
import { PARTICIPANT_WORK } from '../campaigns/index.ts';
import { APPEAL_WORK } from '../explanations/index.ts';
import { LINK_DOMAIN_WORK } from '../links/index.ts';
import { ORDER_WORK } from '../orders/index.ts';
import { PAYMENT_WORK } from '../payments/index.ts';
import { PAYOUT_WORK } from '../payouts/index.ts';
import { PUBLICATION_WORK } from '../publications/index.ts';
import { STORE_WORK } from '../stores/index.ts';
import { WEBHOOK_WORK } from '../webhooks/index.ts';

/** Jobs that are not tried again. They belong to no module. */
const JOB_WORK = {
  failed_jobs: [
    adminWork(
      () => sql`
        SELECT ${workColumns({ count: sql`count(*)` })} FROM graphile_worker.jobs WHERE attempts >= max_attempts AND locked_at IS NULL`,
    ),
  ],
} satisfies Record<string, readonly WorkSource[]>;

/** The kinds of open tasks; of equal due dates, in this order. The module that is named first owns the rule. */
export const WORK_SOURCES = {
  ...ORDER_WORK,
  ...PARTICIPANT_WORK,
  ...PUBLICATION_WORK,
  ...APPEAL_WORK,
  ...PAYMENT_WORK,
  ...PAYOUT_WORK,
  ...STORE_WORK,
  ...LINK_DOMAIN_WORK,
  ...WEBHOOK_WORK,
  ...ACCOUNT_WORK,
  ...JOB_WORK,
};

export type WorkKind = keyof typeof WORK_SOURCES;
export const WORK_KINDS = Object.keys(WORK_SOURCES) as [WorkKind, ...WorkKind[]];
