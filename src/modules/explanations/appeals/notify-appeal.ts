import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { type Audience, type News, notify } from '../../accounts/index.ts';
import type { AppealKind } from './appeal.ts';

/** The event of an appeal. */
export type AppealNews =
  | { what: 'opened' }
  | { what: 'answered' }
  | { what: 'decided'; outcome: 'upheld' | 'dismissed' };

const PLACES: Record<AppealKind, string> = {
  click: '/console/explained/clicks',
  order: '/console/explained/orders',
  one_time_payment: '/console/explained/payments',
  order_claim: '/console/claims',
};

type Row = {
  kind: AppealKind;
  subject: string;
  user_id: number;
  opened_by: number | null;
  store_id: number;
  store: string;
  last_author_id: number | null;
};

/**
 * Notifies everybody in the thread of an appeal except the actor: the creator, the person who opened it, the members who decide
 * for the store, and administrators. Call it in the transaction of the change, before its comment is written. A comment that
 * follows another one of the same person is not mailed immediately, so that nobody can send many mails.
 */
export async function notifyOfAppeal(
  tx: Database,
  { appealId, actorId, at }: { appealId: number; actorId: number; at: Date },
  news: AppealNews,
): Promise<void> {
  const { rows } = await tx.execute<Row>(sql`
    SELECT a.kind, a.subject, a.user_id, a.opened_by, a.store_id, s.name AS store,
      (SELECT c.author_id FROM comments c WHERE c.appeal_id = a.id ORDER BY c.id DESC LIMIT 1) AS last_author_id
    FROM appeals a JOIN stores s ON s.id = a.store_id WHERE a.id = ${appealId}`);
  const appeal = rows[0]!;
  const people = new Set([appeal.user_id, ...(appeal.opened_by === null ? [] : [appeal.opened_by])]);
  const audiences: Audience[] = [
    ...[...people].map((userId) => ({ userId })),
    { storeId: appeal.store_id, need: 'manage' },
    { administrators: true },
  ];
  const shared = {
    path: `${PLACES[appeal.kind]}/${appeal.subject}`,
    exceptUserId: actorId,
    isUnmailed: news.what === 'answered' && appeal.last_author_id === actorId,
  };
  const values = { store: appeal.store, about: appeal.kind };
  await notify(
    tx,
    at,
    audiences.map((to): News => {
      if (news.what === 'opened') return { ...shared, to, message: 'appeal_opened', values };
      if (news.what === 'answered') return { ...shared, to, message: 'appeal_answered', values };
      return { ...shared, to, message: 'appeal_decided', values: { ...values, outcome: news.outcome } };
    }),
  );
}
