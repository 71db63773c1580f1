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
