import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { SIGNATURE_ALGORITHMS } from './platform/auth/identity-provider.ts';
import { parseBic, parseIban, readPrintedAccount } from './platform/bank-account.ts';
import { parseNatsAddress } from './platform/nats/nats-address.ts';
import { isCidrRange } from './platform/outbound/address-policy.ts';
import { parseVaultKey } from './platform/secrets/vault.ts';

/** The definition of a variable: how a text is parsed (undefined: invalid), the default, and the error. */
export interface Variable<T> {
  read(text: string): T | undefined;
  otherwise: T;
  must: string;
  /** Whether the value is or contains a secret, which no error message repeats. */
  secret?: true;
}

const OTLP_PROTOCOLS = ['http/protobuf', 'http/json'];
const TRACE_SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const wholeNumber = (min: number, max: number, otherwise: number): Variable<number> => ({
  read: (text) => (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined),
  otherwise,
  must: `must be a whole number from ${min} to ${max}`,
});
const text = <T extends string | null>(otherwise: T): Variable<string | T> => ({
  read: (given) => given,
  otherwise,
  must: '',
});
const oneOf = (names: readonly string[], otherwise: string): Variable<string> => ({
  read: (given) => (names.includes(given) ? given : undefined),
  otherwise,
  must: `must be one of ${names.join(', ')}`,
});
/** Names with values, as the variables of OpenTelemetry write them. */
const pairs = (): Variable<string | null> => ({
  read: (given) => (parsePairs(given) === null ? undefined : given),
  otherwise: null,
  must: 'must be names and values with commas between, such as name=value,other=value (in values, %20 is a space)',
});
/** A text for people, on one line. */
const line = <T extends string | null>(otherwise: T): Variable<string | T> => ({
  read: (given) => (given.length <= 255 && !/\p{Cc}/u.test(given) ? given : undefined),
  otherwise,
  must: 'must be at most 255 characters on one line',
});
/** A text of characters that are permitted in a request header. */
const word = (min: number): Variable<string | null> => ({
  read: (given) => (given.length >= min && /^[\x21-\x7e]+$/.test(given) ? given : undefined),
  otherwise: null,
  must:
    min > 1
      ? `must have at least ${min} characters, all of them plain and visible`
      : 'must be of plain, visible characters',
});
const secret = (min: number): Variable<string | null> => ({ ...word(min), secret: true });
/** The address of a server, which may contain a password. */
const server = (schemes: readonly string[]): Variable<string | null> => ({
  read: (given) => (URL.canParse(given) && schemes.includes(new URL(given).protocol) ? given : undefined),
  otherwise: null,
  must: `must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  secret: true,
});
const webAddress = (example: string, isAllowed: (url: URL) => boolean = () => true): Variable<string | null> => ({
  read: (given) => {
    const url = URL.canParse(given) && !/\s/.test(given) ? new URL(given) : null;
    const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
    return isPlain && url.username === '' && url.password === '' && isAllowed(url) ? given : undefined;
  },
  otherwise: null,
  must: `must be an http or https address without a query, such as ${example}`,
});
/** An attacker on the network path could forge replies, so plain http is limited to this machine. */
const trustedAddress = (example: string): Variable<string | null> => ({
  ...webAddress(example, (url) => url.protocol === 'https:' || isThisMachine(url.hostname)),
  must: `must be an https address without a query, such as ${example} (http on this machine only)`,
});

/** The address of the click log in NATS JetStream; may contain a password. */
const clickLog = (): Variable<string | null> => ({
  read: (given) => (parseNatsAddress(given) === null ? undefined : given),
  otherwise: null,
  must: 'must be addresses of one NATS cluster, comma-separated, such as nats://host:4222 or tls://user:password@host:4222/name',
  secret: true,
});

/** 32 bytes, as text. */
const vaultKey = (): Variable<string | null> => ({
  read: (given) => (parseVaultKey(given) === null ? undefined : given),
  otherwise: null,
  must: 'must be 32 bytes in base64 or hexadecimal, such as the output of `openssl rand -base64 32`',
  secret: true,
});
const iban = (): Variable<string | null> => ({
  read: (given) => parseIban(given) ?? undefined,
  otherwise: null,
  must: 'must be an IBAN such as SE45 5000 0000 0583 9825 7466: its country, length and check digits are checked',
});
const bic = (): Variable<string | null> => ({
  read: (given) => parseBic(given) ?? undefined,
  otherwise: null,
  must: 'must be a BIC such as ESSESESS',
});

/** Requests a minute of a user, or of an address without one. */
export const DEFAULT_RATE_LIMIT = 300;
/** 0: the value of `publicLimitsOf` in config.ts. */
const limit = (): Variable<number> => ({ ...wholeNumber(1, 999_999_999, 0) });

/** The definition of every variable, by name. */
export const VARIABLES = {
  HOST: text('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, 3000),
  WORKERS: wholeNumber(1, 64, 1),
  PUBLIC_URL: webAddress('https://links.example.com'),
  SANDBOX_URL: {
    ...webAddress('https://sandboxes.example.net', ({ pathname }) => pathname === '/'),
    must: 'must be an http or https address without a path, such as https://sandboxes.example.net',
  },
  DATA_DIR: text('.data'),
  DATABASE_URL: server(['postgres:', 'postgresql:']),
  DATABASE_CONNECTIONS: wholeNumber(2, 200, 10),
  CLICK_LOG_URL: clickLog(),
  REDIS_URL: server(['redis:', 'rediss:']),
  RATE_LIMIT_MAX: wholeNumber(1, 999_999_999, DEFAULT_RATE_LIMIT),
  PUBLIC_REPORTS_PER_KEY: limit(),
  PUBLIC_REPORTS_PER_ADDRESS: limit(),
  PUBLIC_REPORTS_PER_PROXY: limit(),
  PUBLIC_REPORTS_PER_STORE_DAY: limit(),
  PUBLIC_REPORTS_PROVEN_PER_STORE_DAY: limit(),
  PUBLIC_REPORTS_UNSIGNED_PER_MINUTE: limit(),
  PUBLIC_REPORTS_UNSIGNED_PER_HOUR: limit(),
  REGISTRATIONS_PER_HOUR: limit(),
  UPLOAD_ACCOUNT_MB: wholeNumber(1, 1_000_000, 500),
  UPLOAD_NEW_ACCOUNT_DAY_MB: wholeNumber(1, 1_000_000, 50),
  UPLOAD_TOTAL_MB: wholeNumber(1, 1_000_000_000, 50_000),
  UPLOAD_MIN_FREE_PERCENT: wholeNumber(0, 90, 10),
  METRICS_TOKEN: secret(16),
  TRUST_PROXY: {
    read: (given) => (isProxyList(given) ? given : undefined),
    otherwise: null,
    must: 'must be addresses or ranges of proxies with commas between, such as loopback, 10.0.0.0/8',
  },
  COUNTRY_HEADER: {
    read: (given) => (/^[a-z][a-z0-9-]{0,63}$/i.test(given) ? given.toLowerCase() : undefined),
    otherwise: null,
    must: 'must be the name of a header, such as cf-ipcountry',
  },
  TIME_ZONE: {
    read: (given) => (isTimeZone(given) ? given : undefined),
    otherwise: 'UTC',
    must: 'must be an IANA time zone such as Europe/Stockholm',
  },
  CLICK_RETENTION_MONTHS: wholeNumber(1, 1_200, 25),
  EARNINGS_HOLD_DAYS: wholeNumber(0, 365, 14),
  DUNNING_DAYS: {
    read: (given) => (parseDunningDays(given) === null ? undefined : given),
    otherwise: null,
    must: 'must be one to nine growing numbers of days from 1 to 365, comma-separated, such as 3,10,20',
  },
  ORDER_CLAIM_DAYS: wholeNumber(1, 90, 14),
  ORDER_APPROVAL_MAX_DAYS: wholeNumber(0, 90, 0),
  PAYOUT_ACCOUNT_DELAY_DAYS: wholeNumber(0, 90, 3),
  PAYOUT_APPROVAL_ABOVE: wholeNumber(0, 999_999_999, 1_000),
  PAYOUT_IBAN: iban(),
  PAYOUT_BIC: bic(),
  ENCRYPTION_KEY: vaultKey(),
  ENCRYPTION_KEY_PREVIOUS: vaultKey(),
  BACKUP_RECIPIENT: {
    read: (given) => (/^age1[02-9ac-hj-np-z]{58}$/.test(given) ? given : undefined),
    otherwise: null,
    must: 'must be a public key of age, which begins with age1 and has 62 characters',
  },
  LOG_LEVEL: oneOf(LOG_LEVELS, 'info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('http://localhost:4318'),
  OTEL_EXPORTER_OTLP_HEADERS: { ...pairs(), secret: true },
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(OTLP_PROTOCOLS, 'http/protobuf'),
  OTEL_SERVICE_NAME: line('tributary'),
  OTEL_RESOURCE_ATTRIBUTES: pairs(),
  OTEL_TRACES_EXPORTER: oneOf(['otlp', 'none'], 'otlp'),
  OTEL_METRICS_EXPORTER: oneOf(['otlp', 'none'], 'otlp'),
  OTEL_TRACES_SAMPLER: oneOf(TRACE_SAMPLERS, 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: {
    read: (given) => (/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(given) ? Number(given) : undefined),
    otherwise: 1,
    must: 'must be a share from 0 to 1, such as 0.05',
  },
  OTEL_METRIC_EXPORT_INTERVAL: wholeNumber(100, 999_999_999, 60_000),
  OUTBOUND_ALLOW: {
    read: (given) => (listOf(given).every(isCidrRange) ? given : undefined),
    otherwise: null,
    must: 'must be CIDR ranges with commas between, such as 127.0.0.0/8, fd00::/8',
  },
  DNS_SERVERS: {
    read: (given) => (listOf(given).every(isNameServer) ? given : undefined),
    otherwise: null,
    must: 'must be IP addresses, with or without a port, with commas between, such as 192.0.2.53, [2001:db8::53]:5353',
  },
  SERVICE_API_KEY: secret(16),
  SERVICE_API_KEY_PREVIOUS: secret(16),
  IDP_ISSUER: trustedAddress('https://login.example.com/realms/shop'),
  IDP_AUDIENCE: word(1),
  IDP_JWKS_URL: trustedAddress('https://login.example.com/realms/shop/keys'),
  IDP_ALGORITHMS: {
    read: (given) => (listOf(given).every((name) => SIGNATURE_ALGORITHMS.includes(name)) ? given : undefined),
    otherwise: SIGNATURE_ALGORITHMS.join(','),
    must: `must be some of ${SIGNATURE_ALGORITHMS.join(', ')}, with commas between`,
  },
  IDP_CLIENT_ID: word(1),
  IDP_CLIENT_SECRET: secret(1),
  IDP_NAME: {
    read: (given) => (given.length <= 60 ? given : undefined),
    otherwise: null,
    must: 'must be at most 60 characters',
  },
  IDP_CREATE_USERS: {
    read: (given) => (listOf(given).every((name) => name === '*' || isMailDomain(name)) ? given : undefined),
    otherwise: null,
    must: 'must be domains of e-mail addresses, with commas between, such as example.com, example.se, or * for any address',
  },
  SMTP_URL: {
    ...server(['smtp:', 'smtps:']),
    read: (given) => (isMailServer(given) ? given : undefined),
    must: 'must be smtp:// or smtps://, a login if there is one, a host and a port, such as smtps://user:password@mail.example.com:465',
  },
  MAIL_FROM: {
    read: (given) => (parseSender(given) === null ? undefined : given),
    otherwise: null,
    must: 'must be an address with or without a name, such as Tributary <no-reply@example.com>',
  },
  COMPANY_NAME: line('Tributary'),
  COMPANY_STREET: line(null),
  COMPANY_POSTAL_CODE: line(null),
  COMPANY_CITY: line(null),
  COMPANY_COUNTRY: {
    read: (given) => (/^[A-Z]{2}$/.test(given) ? given : undefined),
    otherwise: 'SE',
    must: 'must be a country code such as SE',
  },
  COMPANY_VAT_NUMBER: {
    read: (given) => (/^[A-Z0-9][A-Z0-9 .-]{3,30}$/i.test(given) ? given : undefined),
    otherwise: null,
    must: 'must be a VAT number such as SE559000000001',
  },
  COMPANY_TAX_NUMBER: {
    read: (given) => (/^[A-Z0-9][A-Z0-9 ./-]{3,30}$/i.test(given) ? given : undefined),
    otherwise: null,
    must: 'must be the number of a tax office such as 21/815/08150',
  },
  COMPANY_IBAN: iban(),
  COMPANY_BIC: bic(),
  COMPANY_BANK_ACCOUNT: {
    read: (given) => (readPrintedAccount(given) === 'invalid' ? undefined : given),
    otherwise: null,
    must: 'must not name an IBAN or BIC that is not valid: its country, length or check digits are wrong',
  },
  VAT_RATE: {
    read: (given) =>
      /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(given) ? Math.round(Number(given) * 1_000_000) : undefined,
    otherwise: 250_000,
    must: 'must be a fraction of one with at most six digits, such as 0.25',
  },
  HUBSPOT_TOKEN: secret(8),
  VIES_URL: trustedAddress('https://ec.europa.eu/taxation_customs/vies/rest-api'),
  HUBSPOT_URL: trustedAddress('https://api.hubapi.com'),
  HUBSPOT_PIPELINE: word(1),
  HUBSPOT_STAGE: word(1),
  YOUTUBE_API_KEY: secret(16),
  YOUTUBE_API_URL: trustedAddress('https://www.googleapis.com'),
  STRIPE_SECRET_KEY: secret(8),
  STRIPE_WEBHOOK_SECRET: secret(8),
  STRIPE_PUBLISHABLE_KEY: word(8),
  STRIPE_API_URL: {
    ...trustedAddress('https://api.stripe.com'),
    read: (given) => (/^https?:\/\/[^/]+\/?$/.test(given) ? trustedAddress('').read(given) : undefined),
    must: 'must be an https address without a path, such as https://api.stripe.com (http on this machine only)',
  },
  S3_ENDPOINT: webAddress('https://s3.example.com'),
  S3_BUCKET: {
    read: (given) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(given) ? given : undefined),
    otherwise: null,
    must: 'must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
  },
  S3_REGION: word(1),
  S3_ACCESS_KEY_ID: word(1),
  S3_SECRET_ACCESS_KEY: secret(8),
  S3_SWEEP: {
    read: (given) => (['yes', 'no'].includes(given) ? given : undefined),
    otherwise: 'no',
    must: 'must be yes or no',
  },
} satisfies Record<string, Variable<string | null> | Variable<number>>;

/** The values of all variables; a variable that is not set has its default. */
export type Settings = {
  [Name in keyof typeof VARIABLES]: (typeof VARIABLES)[Name] extends Variable<number> ? number : string | null;
};

/** The days after which reminders are sent; null when the text is not such a list. */
export function parseDunningDays(given: string): number[] | null {
  const days = listOf(given).map((text) => (/^\d{1,3}$/.test(text) ? Number(text) : Number.NaN));
  const grow = days.every((day, at) => day >= 1 && day <= 365 && (at === 0 || day > days[at - 1]!));
  return grow && days.length > 0 && days.length <= 9 ? days : null;
}

/** The parts of a comma-separated text. */
export function listOf(given: string): string[] {
  return given.split(',').map((part) => part.trim());
}

/** Parses `name=value,name=value` with percent-encoded values; null for anything else. */
export function parsePairs(given: string): Record<string, string> | null {
  const parsed: Record<string, string> = {};
  for (const part of listOf(given)) {
    const [, name, value] = /^([\w!#$%&'*+.^|~-]+)\s*=\s*([\x21-\x7e]*)$/.exec(part) ?? [];
    if (name === undefined || value === undefined || /%(?![0-9a-f]{2})/i.test(value)) return null;
    try {
      parsed[name] = decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return parsed;
}

/** Parses `Name <address>` or an address; null for anything else. */
export function parseSender(given: string): { name: string; address: string } | null {
  const [, quoted, plain, inBrackets, alone] =
    /^(?:(?:"([^"\\]*)"|([^"<>]*?))\s*<([^<>]+)>|([^<>]+))$/.exec(given) ?? [];
  const address = inBrackets ?? alone ?? '';
  if (!/^[^\s@,;:"()<>]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(address) || /\p{Cc}/u.test(given)) return null;
  return { name: (quoted ?? plain ?? '').trim(), address };
}

function isMailServer(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(given);
  return /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && search === '' && hash === '';
}

/** Whether this is the domain of an e-mail address, such as example.com; not a pattern, and without the `@`. */
function isMailDomain(text: string): boolean {
  return text.length <= 253 && /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/i.test(text);
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function isProxyList(given: string): boolean {
  try {
    proxyAddr.compile(listOf(given));
    return true;
  } catch {
    return false;
  }
}

function isNameServer(given: string): boolean {
  const [, bracketed, port] = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(given) ?? [];
  const [, plain, plainPort] = /^([\d.]+)(?::(\d{1,5}))?$/.exec(given) ?? [];
  return isIP(bracketed ?? plain ?? given) !== 0 && Number(port ?? plainPort ?? 53) <= 65_535;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
