import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { enqueueAll } from '../../../platform/jobs/job.ts';
import { type Mail, onOneLine, sendMail } from '../../../platform/mail/mail.ts';

/** The most members of a store that are told. */
const MAX_TOLD = 20;
/** How long before its deadline a store is reminded of a claim. */
const REMINDED_BEFORE_MS = 3 * 86_400_000;
/** Claims that one round reminds of; the next round, a minute later, continues. */
const MAX_AT_ONCE = 200;

const mayBeTold = (user: SQL) =>
  sql`${user}.suspended_at IS NULL AND ${user}.erased_at IS NULL AND NOT ${user}.email_unproven`;

/** Tells the creator that a claim was decided, in the transaction that decides. The reason is the store's text and stays in the console. */
export async function tellOfDecision(
  tx: Database,
  { userId, storeName, isAccepted }: { userId: number; storeName: string; isAccepted: boolean },
): Promise<void> {
  const { rows } = await tx.execute<{ email: string }>(
    sql`SELECT u.email FROM users u WHERE u.id = ${userId} AND ${mayBeTold(sql`u`)}`,
  );
  const words = isAccepted ? ACCEPTED : DECLINED;
  await enqueueAll(
    tx,
    sendMail,
    rows.map(({ email: to }) => ({ to, ...words(onOneLine(storeName)) })),
  );
}

/**
 * Reminds stores of claims that they must decide within three days, once for each claim. All claims of a round are one mail for each member.
 * @returns the number of claims
 */
export async function remindOfClaims({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const at = now();
  return db.transaction(async (tx) => {
    const { rows: claims } = await tx.execute<{ store_id: number; due_at: string }>(sql`
      UPDATE order_claims c SET reminded_at = ${at.toISOString()} FROM (
        SELECT id FROM order_claims WHERE decision IS NULL AND reminded_at IS NULL AND due_at > ${at.toISOString()}
          AND due_at <= ${new Date(at.getTime() + REMINDED_BEFORE_MS).toISOString()}
        ORDER BY due_at LIMIT ${MAX_AT_ONCE} FOR UPDATE SKIP LOCKED
      ) due WHERE c.id = due.id RETURNING c.store_id, c.due_at`);
    const stores = new Map<number, { claims: number; first: string }>();
    for (const { store_id: store, due_at: dueAt } of claims) {
      const due = new Date(dueAt).toISOString();
      const known = stores.get(store);
      stores.set(store, { claims: (known?.claims ?? 0) + 1, first: known && known.first < due ? known.first : due });
    }
    if (stores.size === 0) return 0;
    const { rows } = await tx.execute<{ email: string; store_id: number; store_name: string }>(sql`
      SELECT email, store_id, store_name FROM (
        SELECT u.email, s.id AS store_id, s.name AS store_name, row_number() OVER (PARTITION BY s.id ORDER BY u.id) AS place
        FROM store_members m JOIN users u ON u.id = m.user_id JOIN stores s ON s.id = m.store_id
        WHERE m.store_id = ANY (${sql.param([...stores.keys()])}::bigint[]) AND ${mayBeTold(sql`u`)}
      ) told WHERE place <= ${MAX_TOLD} ORDER BY store_id, email`);
    await enqueueAll(
      tx,
      sendMail,
      rows.map((row) => ({ to: row.email, ...reminder(onOneLine(row.store_name), stores.get(row.store_id)!) })),
    );
    return claims.length;
  });
}

type Words = Omit<Mail, 'to'>;

const ACCEPTED = (store: string): Words => ({
  subject: 'Your order claim was accepted',
  text: [
    `The order that you reported at ${store} was accepted. It is now an approved order of yours.`,
    '',
    'The console shows under “Order claims” what you earn by it, and how the amount came about.',
    '',
  ].join('\n'),
});

const DECLINED = (store: string): Words => ({
  subject: 'Your order claim was declined',
  text: [
    `The order that you reported at ${store} was not accepted.`,
    '',
    'The console shows the reason under “Order claims”. If you disagree, you can appeal there.',
    '',
  ].join('\n'),
});

const reminder = (store: string, { claims, first }: { claims: number; first: string }): Words => ({
  subject: claims === 1 ? 'An order claim needs your decision' : `${claims} order claims need your decision`,
  text: [
    `Creators have reported orders of ${store} that are missing or wrong, and ${claims === 1 ? 'one' : claims} of these claims must be decided soon.`,
    '',
    `The first deadline is ${first.slice(0, 16).replace('T', ' ')} UTC. Accept or decline in the console under “Order claims”. After its deadline, an administrator decides.`,
    '',
  ].join('\n'),
});
