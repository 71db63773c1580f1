import type { PrepaidDeps } from '../../payments/index.ts';
import type { PayoutSettings } from '../deps.ts';

/** The settings that reading a bank report depends on. */
export interface BankFileDeps extends PrepaidDeps {
  payouts: Pick<PayoutSettings, 'debtor'>;
}

/**
 * The accounts of the platform that its settings name: the one that payouts are charged to, and the one that invoices print. The
 * latter is a text that contains the number of the account. Empty if there is no setting.
 */
export function ownAccountsOf({ company, payouts }: Pick<BankFileDeps, 'company' | 'payouts'>): string[] {
  return [payouts.debtor?.iban, company.bankAccount].flatMap((text) => {
    const plain = (text ?? '').replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
    return plain === '' ? [] : [plain];
  });
}
