import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { isReachableFromOutside } from '../demo/index.ts';
import { standardRate } from '../modules/payments/index.ts';
import { vatCountry } from '../platform/vat-number.ts';
import { advice, type Finding, missing, ready } from './finding.ts';

/**
 * Checks the settings that a marketplace on the internet needs and that have a default for trying out.
 * @param env the environment from which the configuration was read
 * @param today `YYYY-MM-DD`, which determines the rate of VAT
 */
export function checkSettings(config: Config, env: Record<string, string | undefined>, today: string): Finding[] {
  return [
    ofAddress(config),
    ofProxy(config),
    ofDatabaseSetting(config),
    ofKey(config),
    ofServiceKey(env),
    ofRequests(config),
    ...ofCompany(config, env, today),
    config.payouts.debtor === null
      ? advice('PAYOUT_IBAN', 'Payouts by bank transfer need the account from which they are paid.')
      : ready('PAYOUT_IBAN', 'Payouts by bank transfer can be exported.'),
    config.metricsToken === null
      ? advice(
          'METRICS_TOKEN',
          'Only this machine can read /metrics. Set a token for the monitoring of other machines.',
        )
      : ready('METRICS_TOKEN', 'Monitoring can read /metrics.'),
    config.backupRecipient === null
      ? advice('BACKUP_RECIPIENT', 'Backups are not encrypted. Set the public key of age for which they are encrypted.')
      : ready('BACKUP_RECIPIENT', 'Backups are encrypted.'),
  ];
}

function ofAddress(config: Config): Finding {
  const { publicUrl } = config;
  if (!isReachableFromOutside(config) || !URL.canParse(publicUrl))
    return missing(
      'PUBLIC_URL',
      `Links would begin with ${publicUrl}, which only this machine can open. Set the public address.`,
    );
  if (new URL(publicUrl).protocol !== 'https:')
    return missing(
      'PUBLIC_URL',
      `${publicUrl} is not encrypted: passwords and sessions could be read on the way. Use https.`,
    );
  return ready('PUBLIC_URL', `Links begin with ${publicUrl}/r/.`);
}

function ofProxy({ trustProxy }: Config): Finding {
  if (trustProxy === null)
    return missing(
      'TRUST_PROXY',
      'Behind a proxy, all shoppers have the proxy’s address and count as one visitor. Set the address of the proxy that ends TLS, such as loopback.',
    );
  return ready('TRUST_PROXY', `Addresses of shoppers come from the proxy at ${trustProxy}.`);
}

function ofDatabaseSetting({ databaseUrl }: Config): Finding {
  return databaseUrl === null
    ? missing(
        'DATABASE_URL',
        'The embedded PostgreSQL is for trying out (docs/adr/0021-the-embedded-database-is-for-trying-out.md). Set the address of a PostgreSQL server.',
      )
    : ready('DATABASE_URL', 'An external PostgreSQL is configured.');
}

function ofKey({ encryptionKey, databaseUrl, dataDir }: Config): Finding {
  if (encryptionKey !== null)
    return ready('ENCRYPTION_KEY', 'The key is configured. Keep a copy apart from the backups.');
  const file = path.join(dataDir, 'encryption-key');
  if (existsSync(file))
    return advice(
      'ENCRYPTION_KEY',
      `The key is in ${file}. Set it for every process, and keep a copy apart from the backups.`,
    );
  const text =
    'Create a key with `openssl rand -base64 32`, set it for every process, and keep a copy apart from the backups.';
  return databaseUrl === null ? advice('ENCRYPTION_KEY', text) : missing('ENCRYPTION_KEY', text);
}

/** The key that a process generates for itself is not that of the other processes. */
function ofServiceKey(env: Record<string, string | undefined>): Finding {
  return env['SERVICE_API_KEY']
    ? ready('SERVICE_API_KEY', 'The key of the identity provider’s hooks is configured.')
    : advice(
        'SERVICE_API_KEY',
        'Each process generates its own key for hooks of an identity provider. Set one for all.',
      );
}

function ofRequests({ redisUrl, workers }: Config): Finding {
  if (redisUrl !== null) return ready('REDIS_URL', 'All processes count requests together.');
  const text =
    'Each process counts requests separately, so that more are accepted. Set REDIS_URL for several processes.';
  return workers > 1 ? missing('REDIS_URL', text) : advice('REDIS_URL', text);
}

function ofCompany({ company }: Config, env: Record<string, string | undefined>, today: string): Finding[] {
  const findings: Finding[] = [];
  const lacking = [
    ...(env['COMPANY_NAME'] ? [] : ['COMPANY_NAME']),
    ...(company.address === undefined ? ['COMPANY_STREET, COMPANY_POSTAL_CODE and COMPANY_CITY'] : []),
    ...(env['COMPANY_COUNTRY'] ? [] : ['COMPANY_COUNTRY']),
    ...(company.vatNumber === null && company.taxNumber === undefined
      ? ['COMPANY_VAT_NUMBER or COMPANY_TAX_NUMBER']
      : []),
    ...(company.account === undefined && company.bankAccount === null ? ['COMPANY_IBAN'] : []),
  ];
  findings.push(
    lacking.length === 0
      ? ready('COMPANY_*', 'Invoices name the operator, its address, its number and its account.')
      : missing('COMPANY_*', `Invoices are incomplete. Set ${lacking.join('; ')}.`),
  );
  const usual = standardRate(vatCountry(company.country), today);
  const percent = (ppm: number) => `${ppm / 10_000} %`;
  if (usual === null)
    findings.push(
      env['VAT_RATE']
        ? ready('VAT_RATE', `Invoices in ${company.country} have ${percent(company.vatRatePpm)} VAT.`)
        : missing(
            'VAT_RATE',
            `The rate of ${company.country} is not known, and the default is that of Sweden. Set it.`,
          ),
    );
  else if (usual !== company.vatRatePpm)
    findings.push(
      missing(
        'VAT_RATE',
        `Invoices have ${percent(company.vatRatePpm)} VAT; the standard rate in ${company.country} is ${percent(usual)}. Set VAT_RATE=${usual / 1_000_000}.`,
      ),
    );
  else findings.push(ready('VAT_RATE', `Invoices in ${company.country} have ${percent(usual)} VAT.`));
  return findings;
}
