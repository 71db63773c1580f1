import { ROLES, type Role } from './chart.ts';
import type { Books } from './postings.ts';

/** An account in a month; minor units of the currency of the books, balances positive for a debit. */
export interface TrialLine {
  role: Role;
  opening: number;
  debit: number;
  credit: number;
  closing: number;
}

/** The trial balance of a month: all accounts with an amount. @param month `YYYY-MM`, of the books */
export function trialBalance({ opening, postings }: Pick<Books, 'opening' | 'postings'>, month: string): TrialLine[] {
  const lines = new Map<Role, TrialLine>(
    ROLES.map((role) => [role, { role, opening: opening.get(role) ?? 0, debit: 0, credit: 0, closing: 0 }]),
  );
  for (const posting of postings.filter((one) => one.month <= month)) {
    const [debit, credit] = [lines.get(posting.debit)!, lines.get(posting.credit)!];
    if (posting.month === month) {
      debit.debit += posting.minor;
      credit.credit += posting.minor;
    } else {
      debit.opening += posting.minor;
      credit.opening -= posting.minor;
    }
  }
  for (const line of lines.values()) line.closing = line.opening + line.debit - line.credit;
  return [...lines.values()].filter(({ opening, debit, credit }) => opening !== 0 || debit !== 0 || credit !== 0);
}
