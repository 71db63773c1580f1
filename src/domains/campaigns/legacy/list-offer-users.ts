import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { userAccess } from '../../accounts/index.ts';
import { disclosesPerson, type TieRow, tieColumns, tieOfRow } from '../../stores/index.ts';
import { listParticipants, type Participant } from '../participants/read-participants.ts';

/** A participant who is a user, with the data that the store may see. */
export interface OfferUser {
  userId: number;
  part: Participant;
  username: string;
  /** Empty until the creator has acted, because the store can add any user. */
  email: string;
  isSuspended: boolean;
  isVerified: boolean;
}

type PersonRow = TieRow & {
  id: number;
  client_id: number | null;
  username: string;
  email: string;
  is_suspended: boolean;
  is_verified: boolean;
};

/** Lists the users who participate in a campaign, oldest first. Pending addresses are excluded. */
export async function listOfferUsers(
  ctx: Context,
  { offerId, storeId }: { offerId: number; storeId: number },
  page: PageRequest,
): Promise<Page<OfferUser>> {
  const { items, total } = await listParticipants(ctx, { offerId, isUser: true }, page);
  const userIds = items.map((part) => part.userId);
  const { rows } = await ctx.db.execute<PersonRow>(sql`
    SELECT u.id, u.client_id, u.username, u.email, u.suspended_at IS NOT NULL AS is_suspended, u.is_verified,
      ${tieColumns(storeId)}
    FROM users u WHERE u.id = ANY (${sql.param(userIds)}::bigint[])`);
  const people = new Map<number | null, PersonRow>(rows.map((row) => [row.id, row]));
  return { total, items: items.map((part) => offerUser(ctx, part, people.get(part.userId)!)) };
}

function offerUser({ actor }: Context, part: Participant, person: PersonRow): OfferUser {
  const { id, client_id: clientId, username, email, is_suspended: isSuspended, is_verified: isVerified } = person;
  const maySee = userAccess(actor, { id, clientId }) === 'allow' || disclosesPerson(tieOfRow(person));
  return { userId: id, part, username, email: maySee ? email : '', isSuspended, isVerified };
}
