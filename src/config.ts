import { isIP } from 'node:net';
import path from 'node:path';
import {
  DEFAULT_RATE_LIMIT,
  listOf,
  parseDunningDays,
  parsePairs,
  parseSender,
  type Settings,
  VARIABLES,
  type Variable,
} from './config-variables.ts';
import type { Company } from './modules/payments/index.ts';
import type { PayoutSettings } from './modules/payouts/index.ts';
import type { YouTubeSettings } from './modules/publications/index.ts';
import type { IdentityProviderOptions } from './platform/auth/identity-provider.ts';
import type { IdentitySignInOptions } from './platform/auth/identity-sign-in.ts';
import { printedAccount, readPrintedAccount } from './platform/bank-account.ts';
import type { HubSpotSettings } from './platform/crm/hubspot.ts';
import type { PublicLimits } from './platform/http/public-limits.ts';
import type { UploadLimits } from './platform/http/upload-guard.ts';
import type { Sender } from './platform/mail/compose.ts';
import { type NatsAddress, parseNatsAddress } from './platform/nats/nats-address.ts';
import type { StripeSettings } from './platform/payment-provider/stripe.ts';
import type { S3Settings } from './platform/storage/s3.ts';
import type { TelemetrySettings } from './platform/telemetry/settings.ts';

/** The configuration from the environment, read once at start. */
export interface Config {
  host: string;
  port: number;
  /** Number of processes on this port. */
  workers: number;
  /** The public address for users and shoppers, without a trailing slash; tracked links begin with it. */
  publicUrl: string;
  /** The address at which sandboxes are served instead of the public one, without a trailing slash; null: below the public address. */
  sandboxUrl: string | null;
  /** Absolute path: embedded database, click journals, uploaded files, mails, keys, demo.json. */
  dataDir: string;
  /** Null: the embedded PostgreSQL is started, with its data in `dataDir`. */
  databaseUrl: string | null;
  databaseConnections: number;
  /** Null: clicks are kept in journals in `dataDir`. */
  clickLog: NatsAddress | null;
  redisUrl: string | null;
  rateLimitPerMinute: number;
  publicLimits: PublicLimits;
  uploadLimits: UploadLimits;
  /** The token that readers of /metrics must present; null: only this machine may read them. */
  metricsToken: string | null;
  /** The value of Fastify's `trustProxy`: addresses or ranges of proxies whose X-Forwarded-For counts; null trusts none. */
  trustProxy: string | null;
  /** The header that contains the visitor's country, as set by these proxies, in lower case; null: none. */
  countryHeader: string | null;
  /** IANA name; a "day" of the statistics is a day there. */
  timeZone: string;
  logLevel: string;
  /** Null: traces are not recorded, and metrics are only at /metrics. */
  telemetry: TelemetrySettings | null;
  /** Number of months for which raw clicks are kept after the month of their arrival. Totals are kept permanently. */
  clickRetentionMonths: number;
  /** Non-public CIDR ranges that requests to addresses chosen by users may reach. */
  outboundAllow: readonly string[];
  /** Name servers that are queried for proofs of domains; if empty, those of the system. */
  dnsServers: readonly string[];
  /** Days for which earnings of clicks and orders cannot be paid out. */
  earningsHoldDays: number;
  /**
   * Days after the due date of a store's invoice on which reminders are sent; with the last reminder, its credit limit becomes
   * zero. Empty: no reminders.
   */
  dunningDays: readonly number[];
  /** Number of days in which a store decides a claim of an order before it is escalated to administrators. */
  orderClaimDays: number;
  /** The maximum of days after which stores let orders be approved by themselves; null: none, and orders may also wait for a decision. */
  orderApprovalMaxDays: number | null;
  payouts: PayoutSettings;
  /** Encrypts secrets in the database, as `parseVaultKey` reads it; null: a key in the data folder. */
  encryptionKey: string | null;
  /** The previous key, which can still decrypt. */
  previousEncryptionKey: string | null;
  /** The public key of age for which backups are encrypted; null: they are not encrypted. */
  backupRecipient: string | null;
  /** Key that the identity provider's hooks present; null: all hooks are refused. */
  serviceApiKey: string | null;
  /** The previous key, which remains valid while it is being replaced. */
  previousServiceApiKey: string | null;
  /** Null if no identity provider is configured. */
  identity: IdentityProviderOptions | null;
  /** Null: the console offers no sign-in at the identity provider. */
  identitySignIn: IdentitySignInOptions | null;
  /** The domains of addresses whose persons become users when they sign in at the identity provider; `*`: any. */
  newUsersOf: readonly string[];
  /** Null: mails are written to files. */
  smtpUrl: string | null;
  mailFrom: Sender;
  /** The operator, as named on invoices. */
  company: Company;
  /** Null: deals are written to the log. */
  hubspot: HubSpotSettings | null;
  /** Null: no figures of videos are read. */
  youtube: YouTubeSettings | null;
  /** Null: stores pay by invoice. */
  stripe: StripeSettings | null;
  /** Null: uploaded files are stored in a folder. */
  s3: S3Settings | null;
  /**
   * Whether unreferenced files are removed: from our own folder, or from a bucket that is declared to belong to this installation
   * alone.
   */
  sweepsFiles: boolean;
}

/** Some variables are invalid; the message has one line for each. */
export class InvalidConfiguration extends Error {}

type Environment = Record<string, string | undefined>;

/**
 * Reads the configuration from environment variables; empty strings count as unset.
 * @throws InvalidConfiguration naming every invalid variable and its permitted values.
 */
export function readConfig(env: Environment): Config {
  const faults: string[] = [];
  const settings = {} as Record<string, string | number | null>;
  for (const [name, variable] of Object.entries<Variable<string | number | null>>(VARIABLES)) {
    const given = givenIn(env, name);
    const value = given === '' ? variable.otherwise : variable.read(given);
    if (value === undefined)
      faults.push(`${name} ${variable.must}${variable.secret ? '' : ` (it is ${JSON.stringify(given)})`}.`);
    else settings[name] = value;
  }
  faults.push(...loneSettings(env));
  if (faults.length === 0) faults.push(...sharedHost(settings as Settings));
  if (faults.length > 0) throw new InvalidConfiguration(faults.join('\n'));
  return configOf(settings as Settings);
}

const givenIn = (env: Environment, name: string) => env[name]?.trim() ?? '';

/** The fewest characters of a name that is compared with the settings: shorter names of other programs resemble them by chance. */
const MIN_COMPARED = 6;
/** The most characters in which a misspelt name differs. */
const MAX_TYPOS = 2;

/** One sentence for each variable whose name resembles that of a setting, such as `COMPANY_STRET`. It would be ignored. */
export function strangeSettings(env: Environment): string[] {
  const names = Object.keys(VARIABLES);
  return Object.keys(env).flatMap((given) => {
    if (given in VARIABLES || given.length < MIN_COMPARED) return [];
    // The first letter is rarely wrong, and other programs have variables such as APP_NAME beside our IDP_NAME.
    const meant = names.find(
      (name) => name.length >= MIN_COMPARED && name[0] === given[0] && distance(given, name, MAX_TYPOS) <= MAX_TYPOS,
    );
    return meant === undefined ? [] : [`${given} is not a setting, and is ignored. ${meant} is one.`];
  });
}

/** The number of characters to insert, remove or replace (Levenshtein). More than `most` is not counted further. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = before[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, before[column]! + 1, current[column - 1]! + 1));
    }
    before = current;
  }
  return before[other.length]!;
}

/**
 * Why sandboxes cannot be served at SANDBOX_URL. Cookies ignore ports, so that another port of the same host does not separate them. A form of an https page to an
 * http address states no origin, and a browser would warn of it.
 */
function sharedHost(settings: Settings): string[] {
  if (settings.SANDBOX_URL === null) return [];
  const [own, sandbox] = [new URL(publicUrlOf(settings)), new URL(settings.SANDBOX_URL)];
  if (own.hostname === sandbox.hostname)
    return ['SANDBOX_URL must have another host name than PUBLIC_URL: browsers send cookies to every port of a host.'];
  return own.protocol === sandbox.protocol ? [] : ['SANDBOX_URL and PUBLIC_URL must both be https, or both http.'];
}

/** The setting that each of these settings requires. */
const NEEDS: Partial<Record<keyof Settings, readonly (keyof Settings)[]>> = {
  COUNTRY_HEADER: ['TRUST_PROXY'],
  SERVICE_API_KEY_PREVIOUS: ['SERVICE_API_KEY'],
  IDP_ISSUER: ['IDP_AUDIENCE'],
  IDP_AUDIENCE: ['IDP_ISSUER'],
  IDP_JWKS_URL: ['IDP_ISSUER'],
  IDP_ALGORITHMS: ['IDP_ISSUER'],
  IDP_CLIENT_ID: ['IDP_ISSUER'],
  IDP_CLIENT_SECRET: ['IDP_CLIENT_ID'],
  IDP_NAME: ['IDP_CLIENT_ID'],
  IDP_CREATE_USERS: ['IDP_ISSUER'],
  HUBSPOT_URL: ['HUBSPOT_TOKEN'],
  PAYOUT_BIC: ['PAYOUT_IBAN'],
  COMPANY_BIC: ['COMPANY_IBAN'],
  ENCRYPTION_KEY_PREVIOUS: ['ENCRYPTION_KEY'],
  HUBSPOT_PIPELINE: ['HUBSPOT_TOKEN', 'HUBSPOT_STAGE'],
  HUBSPOT_STAGE: ['HUBSPOT_TOKEN'],
  YOUTUBE_API_URL: ['YOUTUBE_API_KEY'],
  STRIPE_WEBHOOK_SECRET: ['STRIPE_SECRET_KEY'],
  STRIPE_PUBLISHABLE_KEY: ['STRIPE_SECRET_KEY'],
  STRIPE_API_URL: ['STRIPE_SECRET_KEY'],
  S3_ENDPOINT: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  S3_BUCKET: ['S3_ENDPOINT'],
  S3_REGION: ['S3_ENDPOINT'],
  S3_ACCESS_KEY_ID: ['S3_ENDPOINT'],
  S3_SECRET_ACCESS_KEY: ['S3_ENDPOINT'],
};

/** One sentence for each missing variable that others require. */
function loneSettings(env: Environment): string[] {
  const neededBy = new Map<string, string[]>();
  for (const [name, needs] of Object.entries(NEEDS)) {
    if (givenIn(env, name) === '') continue;
    for (const other of needs)
      if (givenIn(env, other) === '') neededBy.set(other, [...(neededBy.get(other) ?? []), name]);
  }
  return [...neededBy].map(
    ([name, by]) => `${name} must be set, too: ${by.join(' and ')} ${by.length === 1 ? 'needs' : 'need'} it.`,
  );
}

function publicUrlOf({ PUBLIC_URL, HOST, PORT }: Settings): string {
  const host = HOST ?? '';
  return (PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`).replace(/\/+$/, '');
}

function configOf(settings: Settings): Config {
  const host = settings.HOST ?? '';
  const publicUrl = publicUrlOf(settings);
  return {
    host,
    port: settings.PORT,
    workers: settings.WORKERS,
    publicUrl,
    sandboxUrl: settings.SANDBOX_URL === null ? null : new URL(settings.SANDBOX_URL).origin,
    dataDir: path.resolve(settings.DATA_DIR ?? ''),
    databaseUrl: settings.DATABASE_URL,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    clickLog: settings.CLICK_LOG_URL === null ? null : parseNatsAddress(settings.CLICK_LOG_URL),
    redisUrl: settings.REDIS_URL,
    rateLimitPerMinute: settings.RATE_LIMIT_MAX,
    publicLimits: publicLimitsOf(settings),
    uploadLimits: uploadLimitsOf(settings),
    metricsToken: settings.METRICS_TOKEN,
    trustProxy: settings.TRUST_PROXY,
    countryHeader: settings.COUNTRY_HEADER,
    timeZone: settings.TIME_ZONE ?? '',
    logLevel: settings.LOG_LEVEL ?? '',
    telemetry: telemetryOf(settings),
    clickRetentionMonths: settings.CLICK_RETENTION_MONTHS,
    outboundAllow: settings.OUTBOUND_ALLOW === null ? [] : listOf(settings.OUTBOUND_ALLOW),
    dnsServers: settings.DNS_SERVERS === null ? [] : listOf(settings.DNS_SERVERS),
    earningsHoldDays: settings.EARNINGS_HOLD_DAYS,
    dunningDays: parseDunningDays(settings.DUNNING_DAYS ?? '') ?? [],
    orderClaimDays: settings.ORDER_CLAIM_DAYS,
    orderApprovalMaxDays: settings.ORDER_APPROVAL_MAX_DAYS === 0 ? null : settings.ORDER_APPROVAL_MAX_DAYS,
    payouts: {
      accountDelayDays: settings.PAYOUT_ACCOUNT_DELAY_DAYS,
      approvalAboveEur: settings.PAYOUT_APPROVAL_ABOVE,
      vies: settings.VIES_URL === null ? null : { url: settings.VIES_URL },
      debtor: settings.PAYOUT_IBAN === null ? null : { iban: settings.PAYOUT_IBAN, bic: settings.PAYOUT_BIC },
    },
    encryptionKey: settings.ENCRYPTION_KEY,
    previousEncryptionKey: settings.ENCRYPTION_KEY_PREVIOUS,
    backupRecipient: settings.BACKUP_RECIPIENT,
    serviceApiKey: settings.SERVICE_API_KEY,
    previousServiceApiKey: settings.SERVICE_API_KEY_PREVIOUS,
    identity: identityOf(settings),
    identitySignIn: identitySignInOf(settings),
    newUsersOf: settings.IDP_CREATE_USERS === null ? [] : listOf(settings.IDP_CREATE_USERS.toLowerCase()),
    smtpUrl: settings.SMTP_URL,
    mailFrom: senderOf(settings, publicUrl),
    company: companyOf(settings),
    hubspot: hubspotOf(settings),
    youtube: youtubeOf(settings),
    stripe: stripeOf(settings),
    s3: s3Of(settings),
    sweepsFiles: s3Of(settings) === null || settings.S3_SWEEP === 'yes',
  };
}

/** The defaults of the settings. */
const PUBLIC_LIMITS: PublicLimits = {
  reportsPerKey: 6_000,
  unsignedPerMinute: 60,
  unsignedPerHour: 600,
  reportsPerAddress: 1_200,
  reportsPerProxy: 12_000,
  registrationsPerAddress: 100,
  reportsPerStoreDay: 500,
  provenPerStoreDay: 250_000,
};

/** A RATE_LIMIT_MAX above its default (for a load test) also raises the limits that are not set explicitly. */
function publicLimitsOf(settings: Settings): PublicLimits {
  const raised = settings.RATE_LIMIT_MAX > DEFAULT_RATE_LIMIT ? settings.RATE_LIMIT_MAX : 0;
  const limitOf = (given: number, otherwise: number) => given || Math.max(otherwise, raised);
  return {
    reportsPerKey: limitOf(settings.PUBLIC_REPORTS_PER_KEY, PUBLIC_LIMITS.reportsPerKey),
    unsignedPerMinute: limitOf(settings.PUBLIC_REPORTS_UNSIGNED_PER_MINUTE, PUBLIC_LIMITS.unsignedPerMinute),
    unsignedPerHour: limitOf(settings.PUBLIC_REPORTS_UNSIGNED_PER_HOUR, PUBLIC_LIMITS.unsignedPerHour),
    reportsPerAddress: limitOf(settings.PUBLIC_REPORTS_PER_ADDRESS, PUBLIC_LIMITS.reportsPerAddress),
    reportsPerProxy: limitOf(settings.PUBLIC_REPORTS_PER_PROXY, PUBLIC_LIMITS.reportsPerProxy),
    registrationsPerAddress: limitOf(settings.REGISTRATIONS_PER_HOUR, PUBLIC_LIMITS.registrationsPerAddress),
    reportsPerStoreDay: limitOf(settings.PUBLIC_REPORTS_PER_STORE_DAY, PUBLIC_LIMITS.reportsPerStoreDay),
    provenPerStoreDay: limitOf(settings.PUBLIC_REPORTS_PROVEN_PER_STORE_DAY, PUBLIC_LIMITS.provenPerStoreDay),
  };
}

const MEGABYTE = 1_000_000;

const uploadLimitsOf = (settings: Settings): UploadLimits => ({
  accountBytes: settings.UPLOAD_ACCOUNT_MB * MEGABYTE,
  newAccountDayBytes: settings.UPLOAD_NEW_ACCOUNT_DAY_MB * MEGABYTE,
  totalBytes: settings.UPLOAD_TOTAL_MB * MEGABYTE,
  minFreeShare: settings.UPLOAD_MIN_FREE_PERCENT / 100,
});

function telemetryOf(settings: Settings): TelemetrySettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: protocol } = settings;
  if (endpoint === null) return null;
  const resource = parsePairs(settings.OTEL_RESOURCE_ATTRIBUTES ?? '') ?? {};
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    headers: parsePairs(settings.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
    protocol: protocol === 'http/json' ? protocol : 'http/protobuf',
    serviceName: settings.OTEL_SERVICE_NAME ?? '',
    resource,
    sampler: settings.OTEL_TRACES_SAMPLER ?? '',
    samplerRatio: settings.OTEL_TRACES_SAMPLER_ARG,
    traces: settings.OTEL_TRACES_EXPORTER === 'otlp',
    metrics: settings.OTEL_METRICS_EXPORTER === 'otlp',
    metricIntervalMs: settings.OTEL_METRIC_EXPORT_INTERVAL,
  };
}

function identityOf(settings: Settings): IdentityProviderOptions | null {
  const { IDP_ISSUER: issuer, IDP_AUDIENCE: audience, IDP_JWKS_URL: jwksUrl, IDP_ALGORITHMS: algorithms } = settings;
  return issuer && audience ? { issuer, audience, jwksUrl, algorithms: listOf(algorithms ?? '') } : null;
}

function identitySignInOf(settings: Settings): IdentitySignInOptions | null {
  const provider = identityOf(settings);
  const { IDP_CLIENT_ID: clientId, IDP_CLIENT_SECRET: clientSecret, IDP_NAME: name } = settings;
  if (provider === null || clientId === null) return null;
  const { issuer, jwksUrl, algorithms } = provider;
  return { issuer, jwksUrl, algorithms, clientId, clientSecret, name: name ?? 'single sign-on' };
}

/** Without a sender, the address is at the host of the public address; an IP address is not valid in a mail address. */
function senderOf({ MAIL_FROM: given }: Settings, publicUrl: string): Sender {
  const hostname = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : 'localhost';
  const host = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : 'localhost';
  return parseSender(given ?? '') ?? { name: null, address: `no-reply@${host}` };
}

/** The fields of the address; null if it is incomplete. */
function addressOf(settings: Settings, country: string): Pick<Company, 'address'> {
  const { COMPANY_STREET: street, COMPANY_POSTAL_CODE: postalCode, COMPANY_CITY: city } = settings;
  return street && postalCode && city ? { address: { street, postalCode, city, country } } : {};
}

/**
 * The account that stores pay to: COMPANY_IBAN and COMPANY_BIC; without them the IBAN that COMPANY_BANK_ACCOUNT names, if it names one.
 * COMPANY_BANK_ACCOUNT is the text that is printed; without it the account is printed.
 */
function accountOf(settings: Settings): Pick<Company, 'bankAccount' | 'account'> {
  const { COMPANY_IBAN: iban, COMPANY_BIC: bic, COMPANY_BANK_ACCOUNT: printed } = settings;
  const named = printed === null ? null : readPrintedAccount(printed);
  const account = iban === null ? named : { iban, bic };
  if (account === null || account === 'invalid') return { bankAccount: printed };
  return { bankAccount: printed ?? printedAccount(account), account };
}

function companyOf(settings: Settings): Company {
  const country = settings.COMPANY_COUNTRY ?? '';
  const place = [settings.COMPANY_POSTAL_CODE, settings.COMPANY_CITY].filter(Boolean).join(' ');
  return {
    name: settings.COMPANY_NAME ?? '',
    lines: [settings.COMPANY_STREET, place].filter((line): line is string => Boolean(line)),
    vatNumber: settings.COMPANY_VAT_NUMBER,
    ...(settings.COMPANY_TAX_NUMBER && { taxNumber: settings.COMPANY_TAX_NUMBER }),
    ...accountOf(settings),
    country,
    vatRatePpm: settings.VAT_RATE,
    ...addressOf(settings, country),
  };
}

/** HubSpot's own first pipeline and its first stage, unless others are named. */
function hubspotOf(settings: Settings): HubSpotSettings | null {
  const { HUBSPOT_TOKEN: token, HUBSPOT_URL: url, HUBSPOT_PIPELINE: pipeline, HUBSPOT_STAGE: stage } = settings;
  if (!token) return null;
  return {
    token,
    url: (url ?? 'https://api.hubapi.com').replace(/\/+$/, ''),
    pipeline: pipeline ?? 'default',
    stage: stage ?? 'appointmentscheduled',
  };
}

function youtubeOf({ YOUTUBE_API_KEY: key, YOUTUBE_API_URL: url }: Settings): YouTubeSettings | null {
  return key ? { key, url: (url ?? 'https://www.googleapis.com').replace(/\/+$/, '') } : null;
}

function stripeOf(settings: Settings): StripeSettings | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = settings;
  const { STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_API_URL: url } = settings;
  return secretKey ? { secretKey, webhookSecret, publishableKey, url: url ?? 'https://api.stripe.com' } : null;
}

function s3Of(settings: Settings): S3Settings | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = settings;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return { endpoint, bucket, region: region ?? 'us-east-1', accessKeyId, secretAccessKey };
}
