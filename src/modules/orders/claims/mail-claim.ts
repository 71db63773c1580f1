import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { enqueueAll } from '../../../platform/jobs/job.ts';
import { languageOf } from '../../../platform/locale.ts';
import { sendMail } from '../../../platform/mail/mail.ts';
import { composeMail, LOCALE_OF_USER, readMarketName } from '../../accounts/index.ts';
import type { Claim } from './claim.ts';

/** Maximum number of members of a store that are notified. */
const MAX_RECIPIENTS = 20;
/** How long before the deadline of a claim the reminder is sent. */
const REMINDED_BEFORE_MS = 3 * 86_400_000;
/** Maximum number of claims in one round of reminders; the next round, a minute later, continues. */
const MAX_AT_ONCE = 200;

type Member = { email: string; locale: string | null; store_id: number; store_name: string };

const mayBeNotified = (user: SQL) =>
  sql`${user}.suspended_at IS NULL AND ${user}.erased_at IS NULL AND NOT ${user}.email_unproven`;

/**
 * Notifies the creator of the decision of a claim, in the transaction of the decision. The reason is the store's text and is only
 * in the console.
 */
export async function notifyOfDecision(
  { db: tx, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  { id, user, store }: Pick<Claim, 'id' | 'user' | 'store'>,
  isAccepted: boolean,
): Promise<void> {
  const { rows } = await tx.execute<{ email: string; locale: string | null }>(
    sql`SELECT u.email, ${LOCALE_OF_USER} AS locale FROM users u WHERE u.id = ${user.id} AND ${mayBeNotified(sql`u`)}`,
  );
  const mail = {
    name: isAccepted ? 'order_claim_accepted' : 'order_claim_declined',
    values: { store: store.name },
    url: `${publicUrl}/console/claims/${id}`,
    market: await readMarketName(tx),
  } as const;
  await enqueueAll(
    tx,
    sendMail,
    rows.map(({ email: to, locale }) => composeMail(languageOf(locale), { to, ...mail })),
  );
}

/**
 * Reminds stores of claims that they must decide within three days, once for each claim. Each member receives one mail for all claims of a store in a round.
 * @returns the number of claims
 */
export async function remindOfClaims({
  db,
  now,
  publicUrl,
}: Pick<Context, 'db' | 'now' | 'publicUrl'>): Promise<number> {
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
    const { rows } = await tx.execute<Member>(sql`
      SELECT email, locale, store_id, store_name FROM (
        SELECT u.email, ${LOCALE_OF_USER} AS locale, s.id AS store_id, s.name AS store_name, row_number() OVER (PARTITION BY s.id ORDER BY u.id) AS place
        FROM store_members m JOIN users u ON u.id = m.user_id JOIN stores s ON s.id = m.store_id
        WHERE m.store_id = ANY (${sql.param([...stores.keys()])}::bigint[]) AND ${mayBeNotified(sql`u`)}
      ) recipients WHERE place <= ${MAX_RECIPIENTS} ORDER BY store_id, email`);
    const market = await readMarketName(tx);
    await enqueueAll(
      tx,
      sendMail,
      rows.map(({ email: to, locale, store_id: id, store_name: store }) =>
        composeMail(languageOf(locale), {
          to,
          market,
          name: 'order_claims_due',
          url: `${publicUrl}/console/shop/${id}/claims`,
          values: { store, ...stores.get(id)! },
        }),
      ),
    );
    return claims.length;
  });
}
