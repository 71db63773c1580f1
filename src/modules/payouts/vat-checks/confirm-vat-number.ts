import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { mayControl, writeAudit } from '../../accounts/index.ts';
import { auditSubject, type Owner, ownedBy } from '../owner.ts';
import { payeeMissing } from '../payees/payee-missing.ts';
import { type Payee, readPayee } from '../payees/read-payee.ts';

/**
 * Confirms, by an administrator, that a VAT number belongs to the payee. VAT is paid only after it, because the register states
 * whether a number exists, not whose it is. A change of the number, the name or the country ends the confirmation.
 * @param vatNumber the number that the administrator has seen
 * @throws RuleRefused `payee_missing`, `own_payee` when the administrator would be paid; InvalidInput when the payee's number is
 *   another
 */
export async function confirmVatNumber(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  owner: Owner,
  { vatNumber }: { vatNumber: string },
): Promise<Payee> {
  const { userId, agencyIds } = ctx.actor;
  const isOwn = owner.account === 'creator' ? owner.id === userId : agencyIds.includes(owner.id);
  if (isOwn) throw new RuleRefused('own_payee', 'Another administrator has to confirm your own VAT number.');
  return ctx.db.transaction(async (tx) => {
    const payee = await readPayee({ db: tx }, owner);
    if (owner.account === 'creator' && (await mayControl(tx, ctx, { personId: owner.id, accountId: userId })))
      throw new RuleRefused(
        'own_payee',
        'The payee has made your account or has recently set its credentials. Another administrator has to confirm.',
      );
    if (payee.details === null) throw payeeMissing();
    const { rowCount } = await tx.execute(sql`
      UPDATE payees p SET vat_confirmed_at = ${ctx.now().toISOString()}, vat_confirmed_by = ${userId}
      WHERE ${ownedBy(owner, 'p')} AND p.vat_number = ${vatNumber}`);
    if (rowCount !== 1) throw new InvalidInput({ vat_number: ['must be the current VAT number of the payee'] });
    const details = { vat_number: vatNumber, legal_name: payee.details.legalName };
    await writeAudit(tx, { actorId: userId, ...auditSubject(owner), action: 'payee.vat_confirmed', details });
    return readPayee({ db: tx }, owner);
  });
}
