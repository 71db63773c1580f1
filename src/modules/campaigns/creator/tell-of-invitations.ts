import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { handler, type JobHandler } from '../../../platform/jobs/handler.ts';
import { jobKind } from '../../../platform/jobs/job.ts';
import { type News, notify } from '../../accounts/index.ts';

/** `migrations/repeatable/tell_of_invitations.sql` enqueues it. */
const telling = jobKind<{ userId: number }>('tell_of_invitations');

/** Maximum number of invitations of one person that are notified at once; the others are in the person's lists. */
const MAX_INVITATIONS = 100;

/**
 * Notifies a person of open invitations that named the person in advance, of each once. They are not mailed by themselves: an address was mailed when it
 * was named, and an account has no address that the store may use.
 */
export function createInvitationTeller({ db, now }: Pick<Context, 'db' | 'now'>): JobHandler {
  return handler(telling, ({ userId }) =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: number; campaign: string; store: string; token: string }>(sql`
        SELECT o.id, o.shown_title AS campaign, s.name AS store, o.token FROM participations_of(${userId}) p
        JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id
        WHERE p.user_id IS NULL AND p.status = 'open' AND o.deleted_at IS NULL AND NOT EXISTS (
          SELECT FROM notifications n WHERE n.user_id = ${userId} AND n.message = 'campaign_invited' AND n.path = ${PATH} || o.id)
        ORDER BY o.id LIMIT ${MAX_INVITATIONS}`);
      const news = rows.map(
        ({ id, ...values }): News => ({
          message: 'campaign_invited',
          values,
          to: { userId },
          path: `${PATH}${id}`,
          isUnmailed: true,
        }),
      );
      await notify(tx, now(), news);
    }),
  );
}

const PATH = '/console/creator/campaigns/';
