import { readPrintedAccount } from '../../../platform/bank-account.ts';
import type { PrepaidDeps } from '../../payments/index.ts';
import type { PayoutSettings } from '../deps.ts';

/** The settings that reading a bank report depends on. */
export interface BankFileDeps extends PrepaidDeps {
  payouts: Pick<PayoutSettings, 'debtor'>;
}

/**
 * The IBANs of the platform that its settings name: of the account that payouts are charged to, and of the one that stores pay to. A printed account
 * without an IBAN, such as a Bankgiro number, is none, because statements name the account behind it. Empty if no setting names an IBAN: reports are then not compared.
 */
export function ownAccountsOf({ company, payouts }: Pick<BankFileDeps, 'company' | 'payouts'>): string[] {
  const printed = readPrintedAccount(company.bankAccount ?? '');
  const paidTo = company.account ?? (printed === 'invalid' ? null : printed);
  return [payouts.debtor?.iban, paidTo?.iban].filter((iban) => iban !== undefined);
}

/** So many characters at the end of an IBAN are those of the number of the account in nearly every country. */
const NUMBER_LENGTH = 7;

/**
 * Whether a report is of an own account. A bank may state its number without the parts that make it an IBAN, or with the clearing number of its country
 * instead of the bank's number in the IBAN.
 * @param account as the report states it, in capitals without white space; null: it states none, so that nothing can be compared
 * @param ownAccounts see `ownAccountsOf`
 */
export function isOwnAccount(account: string | null, ownAccounts: readonly string[]): boolean {
  if (account === null || ownAccounts.length === 0) return true;
  const digits = /^[A-Z]{2}\d\d/.test(account) ? '' : account.replaceAll(/[^A-Z0-9]/g, '');
  return ownAccounts.some(
    (own) => own.includes(account) || (digits.length >= NUMBER_LENGTH && own.endsWith(digits.slice(-NUMBER_LENGTH))),
  );
}
