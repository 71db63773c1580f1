import type pg from 'pg';
import type { Config } from '../config.ts';
import { printedAccount } from '../platform/bank-account.ts';
import { isArmed } from './demo-state.ts';
import { demoPeople } from './sign-ins.ts';

/** The Swedish example of the registry of IBANs. */
const ACCOUNT = { iban: 'SE4550000000058398257466', bic: 'ESSESESS' };

/**
 * The settings, with a fictional account of the operator if none is configured, so that stores of the demo see how an invoice is paid. Only
 * where the demo's people can sign in, which is this machine: nobody else pays an invoice that names the account.
 */
export async function withDemoAccount<Given extends Pick<Config, 'host' | 'publicUrl' | 'dataDir' | 'company'>>(
  config: Given,
  database: Pick<pg.Pool, 'query'>,
): Promise<Given> {
  const { company } = config;
  if (company.account !== undefined || company.bankAccount !== null) return config;
  if (!(await isArmed(database)) || (await demoPeople(config)).length === 0) return config;
  return { ...config, company: { ...company, account: ACCOUNT, bankAccount: printedAccount(ACCOUNT) } };
}
