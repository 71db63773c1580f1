import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { notVatNumber, parseVatNumber } from '../../../platform/vat-number.ts';
import { writeAudit } from '../../accounts/index.ts';
import type { PayoutSettings } from '../deps.ts';
import { auditSubject, type Owner, ownedBy, ownerColumns } from '../owner.ts';
import { requestVatCheck } from '../vat-checks/check-vat-number.ts';
import { CONSENT_VERSION } from './consent-text.ts';
import { payeeMissing } from './payee-missing.ts';
import { type Payee, type PayeeDetails, readPayee } from './read-payee.ts';

const TAX_FIELD = /^[a-z][a-z0-9_]{0,39}$/;

/**
 * Saves the legal identity of a creator or an agency. Its VAT number is checked after the commit, where VIES is configured.
 * @throws InvalidInput naming each invalid field
 */
export async function savePayee(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  settings: Pick<PayoutSettings, 'vies'>,
  owner: Owner,
  given: PayeeDetails,
): Promise<Payee> {
  const details = checked(given);
  const { userId, agencyId } = ownerColumns(owner);
  const at = ctx.now().toISOString();
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO payees (user_id, agency_id, kind, legal_name, street, postal_code, city, country, vat_number, tax_number, vat_status, tax_fields, created_at,
        updated_at)
      VALUES (${userId}, ${agencyId}, ${details.kind}, ${details.legalName}, ${details.street}, ${details.postalCode}, ${details.city},
        ${details.country}, ${details.vatNumber}, ${details.taxNumber}, ${details.vatStatus}, ${JSON.stringify(details.taxFields)}::jsonb, ${at}, ${at})
      ON CONFLICT (${sql.raw(owner.account === 'creator' ? 'user_id' : 'agency_id')}) DO UPDATE SET kind = excluded.kind,
        legal_name = excluded.legal_name, street = excluded.street, postal_code = excluded.postal_code, city = excluded.city,
        country = excluded.country, vat_number = excluded.vat_number, tax_number = excluded.tax_number, vat_status = excluded.vat_status, tax_fields = excluded.tax_fields,
        updated_at = excluded.updated_at,
        vat_confirmed_at = CASE WHEN ${SAME_NUMBER} THEN payees.vat_confirmed_at END,
        vat_confirmed_by = CASE WHEN ${SAME_NUMBER} THEN payees.vat_confirmed_by END
      RETURNING id`);
    await requestVatCheck(tx, settings, { payeeId: rows[0]!.id, vatNumber: details.vatNumber });
    const entry = { actor: ctx.actor, ...auditSubject(owner), action: 'payee.saved' };
    await writeAudit(tx, { ...entry, details: { country: details.country, vat_status: details.vatStatus } });
    return readPayee({ db: tx }, owner);
  });
}

/** Whether an administrator's confirmation of the VAT number still applies. */
const SAME_NUMBER = sql`(payees.vat_number, payees.legal_name, payees.country) IS NOT DISTINCT FROM
  (excluded.vat_number, excluded.legal_name, excluded.country)`;

function checked(given: PayeeDetails): PayeeDetails {
  const errors: Record<string, string[]> = {};
  const vatNumber = given.vatNumber === null ? null : parseVatNumber(given.vatNumber, given.country);
  if (given.vatNumber !== null && vatNumber === null) errors.vat_number = [notVatNumber(given.country)];
  // Documents could not print a name of symbols alone, and no bank could pay to it.
  if (!/\p{L}/u.test(given.legalName)) errors.legal_name = ['must contain a letter'];
  if (given.vatStatus === 'registered' && given.vatNumber === null)
    errors.vat_number = ['is required when `vat_status` is `registered`'];
  if (given.kind === 'person' && given.vatStatus !== 'none')
    errors.vat_status = ['must be `none` for a private person'];
  if (Object.keys(given.taxFields).some((name) => !TAX_FIELD.test(name)))
    errors.tax_fields = ['must have names of small letters, digits and underscores, such as personal_number'];
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return { ...given, vatNumber };
}

/**
 * Records the consent of a creator or an agency to self-billing. Consenting again changes nothing.
 * @param version the version of the text that was shown
 * @throws RuleRefused `payee_missing` without a legal identity, `outdated_version` when the text has changed since
 */
export async function consent(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  owner: Owner,
  { version }: { version: string },
): Promise<Payee> {
  if (version !== CONSENT_VERSION)
    throw new RuleRefused(
      'outdated_version',
      `The current version is ${CONSENT_VERSION}. Read it, then consent to it.`,
    );
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(
      sql`SELECT p.id FROM payees p WHERE ${ownedBy(owner, 'p')} FOR NO KEY UPDATE`,
    );
    if (rows[0] === undefined) throw payeeMissing();
    const { rowCount } = await tx.execute(sql`
      INSERT INTO payee_consents (payee_id, version, given_by, given_at)
      VALUES (${rows[0].id}, ${version}, ${ctx.actor.userId}, ${ctx.now().toISOString()}) ON CONFLICT DO NOTHING`);
    const entry = { actor: ctx.actor, ...auditSubject(owner), action: 'payee.consented' };
    if (rowCount === 1) await writeAudit(tx, { ...entry, details: { version } });
    return readPayee({ db: tx }, owner);
  });
}
