import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { handler, type JobHandler, TryLater } from '../../../platform/jobs/handler.ts';
import { enqueue, jobKind } from '../../../platform/jobs/job.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { writeAudit } from '../../accounts/index.ts';
import type { Company } from '../../payments/index.ts';
import type { PayoutSettings } from '../deps.ts';
import { auditSubject, type Owner, ownedBy } from '../owner.ts';
import { payeeMissing } from '../payees/payee-missing.ts';
import { type Payee, readPayee } from '../payees/read-payee.ts';
import { askVies } from './ask-vies.ts';

const checking = jobKind<{ payeeId: number }>('check_vat_number');

/** The delay before a register without a reply is queried again. */
const PAUSE_SECONDS = 3_600;

/** Countries whose numbers VIES knows. Greece has its own prefix, and Northern Ireland has XI. */
const PREFIXES = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

/**
 * Enqueues a check of a payee's VAT number, which runs after the commit, if VIES is configured and knows numbers of its country.
 */
export async function requestVatCheck(
  tx: Database,
  { vies }: Pick<PayoutSettings, 'vies'>,
  { payeeId, vatNumber }: { payeeId: number; vatNumber: string | null },
): Promise<boolean> {
  if (vies === null || vatNumber === null || !PREFIXES.has(vatNumber.slice(0, 2))) return false;
  await enqueue(tx, checking, { payeeId }, { key: `check_vat_number:${payeeId}` });
  return true;
}

/**
 * Enqueues another check of a payee's VAT number.
 * @throws RuleRefused `payee_missing`, or `cannot_check` when VIES is not configured or does not know numbers of that country
 */
export async function repeatVatCheck(
  ctx: Pick<Context, 'db' | 'actor'>,
  settings: Pick<PayoutSettings, 'vies'>,
  owner: Owner,
): Promise<Payee> {
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ payeeId: number; vatNumber: string | null }>(
      sql`SELECT p.id AS "payeeId", p.vat_number AS "vatNumber" FROM payees p WHERE ${ownedBy(owner, 'p')}`,
    );
    if (rows[0] === undefined) throw payeeMissing();
    if (!(await requestVatCheck(tx, settings, rows[0])))
      throw new RuleRefused('cannot_check', 'The payee has no VAT number that the configured register can check.');
    await writeAudit(tx, { actor: ctx.actor, ...auditSubject(owner), action: 'payee.vat_check_requested' });
    return readPayee({ db: tx }, owner);
  });
}

/** Performs the checks: queries VIES, and stores the reply with its time and consultation number. */
export function createVatNumberChecker({
  db,
  now,
  outbound,
  company,
  vies,
}: {
  db: Database;
  now: () => Date;
  outbound: Outbound;
  company: Pick<Company, 'vatNumber'>;
  vies: PayoutSettings['vies'];
}): JobHandler {
  return handler(checking, async ({ payeeId }, { signal }) => {
    const { rows } = await db.execute<{ number: string | null }>(
      sql`SELECT vat_number AS number FROM payees WHERE id = ${payeeId}`,
    );
    const number = rows[0]?.number ?? null;
    // The payee has been erased meanwhile, or has no number any more.
    if (number === null || vies === null) return;
    const own = company.vatNumber?.toUpperCase().replaceAll(/[^A-Z0-9]/g, '') ?? null;
    const requester = own !== null && PREFIXES.has(own.slice(0, 2)) ? own : null;
    const answer = await askVies(outbound, { url: vies.url, number, requester, signal });
    await db.execute(sql`
      INSERT INTO vat_number_checks (payee_id, vat_number, outcome, consultation_number, registered_name, reason, checked_at)
      SELECT id, ${number}, ${answer.outcome}, ${answer.consultationNumber}::text, ${answer.registeredName}::text, ${answer.reason}::text,
        ${now().toISOString()} FROM payees WHERE id = ${payeeId}`);
    if (answer.outcome === 'unavailable') throw new TryLater(`VIES gave no answer: ${answer.reason}`, PAUSE_SECONDS);
  });
}
