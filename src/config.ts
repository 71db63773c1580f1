import path from 'node:path';
import proxyAddr from '@fastify/proxy-addr';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** What a variable may be: how a given text is read (undefined: it cannot be), what holds without one, and what to say. */
interface Variable<T> {
  read(text: string): T | undefined;
  otherwise: T;
  must: string;
  /** Its value is a secret, or holds one, and is never repeated. */
  secret?: true;
}

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
const address = (schemes: readonly string[], secret = true): Variable<string | null> => ({
  read: (given) => (URL.canParse(given) && schemes.includes(new URL(given).protocol) ? given : undefined),
  otherwise: null,
  must: `must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  ...(secret ? { secret } : {}),
});

const VARIABLES = {
  HOST: text('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, 3000),
  PUBLIC_URL: {
    read: (given) => {
      const url = URL.canParse(given) ? new URL(given) : null;
      const plain = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
      return plain && !/\s/.test(given) ? given : undefined;
    },
    otherwise: null,
    must: 'must be an http or https address without a query, such as https://links.example.com',
  },
  DATA_DIR: text('.data'),
  DATABASE_URL: address(['postgres:', 'postgresql:']),
  DATABASE_CONNECTIONS: wholeNumber(2, 200, 10),
  REDIS_URL: address(['redis:', 'rediss:']),
  RATE_LIMIT_MAX: wholeNumber(1, 999_999_999, 300),
  TRUST_PROXY: {
    read: (given) => (isProxyList(given) ? given : undefined),
    otherwise: null,
    must: 'must be addresses or ranges of proxies with commas between, such as loopback, 10.0.0.0/8',
  },
  TIME_ZONE: {
    read: (given) => (isTimeZone(given) ? given : undefined),
    otherwise: 'UTC',
    must: 'must be an IANA time zone such as Europe/Stockholm',
  },
  LOG_LEVEL: {
    read: (given) => (LOG_LEVELS.includes(given) ? given : undefined),
    otherwise: 'info',
    must: `must be one of ${LOG_LEVELS.join(', ')}`,
  },
  SERVICE_API_KEY: {
    read: (given) => (given.length >= 16 ? given : undefined),
    otherwise: null,
    must: 'must have at least 16 characters',
    secret: true,
  },
} satisfies Record<string, Variable<string | null> | Variable<number>>;

type Settings = {
  [Name in keyof typeof VARIABLES]: (typeof VARIABLES)[Name] extends Variable<number> ? number : string | null;
};

/** Everything that the surroundings decide, read once at start. */
export interface Config {
  host: string;
  port: number;
  /** Where people and shoppers reach us, without a trailing slash; tracked links begin with it. */
  publicUrl: string;
  /** Absolute path: embedded database, click spool, keys, demo.json. */
  dataDir: string;
  /** Null: bring our own PostgreSQL under `dataDir`. */
  databaseUrl: string | null;
  databaseConnections: number;
  redisUrl: string | null;
  rateLimitPerMinute: number;
  /** What Fastify's `trustProxy` takes: addresses or ranges of proxies whose X-Forwarded-For counts; null trusts none. */
  trustProxy: string | null;
  /** IANA name; a "day" of the statistics is a day there. */
  timeZone: string;
  logLevel: string;
  /** Key that the identity provider's hooks present; null refuses them all. */
  serviceApiKey: string | null;
}

/** Thrown with one line for each variable that is wrong. */
export class InvalidConfiguration extends Error {}

/**
 * Reads the configuration from environment variables; empty strings count as unset.
 * @throws InvalidConfiguration naming every variable that is wrong and what it may be.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const faults: string[] = [];
  const settings = {} as Record<string, string | number | null>;
  for (const [name, variable] of Object.entries<Variable<string | number | null>>(VARIABLES)) {
    const given = env[name]?.trim() ?? '';
    const value = given === '' ? variable.otherwise : variable.read(given);
    if (value === undefined)
      faults.push(`${name} ${variable.must}${variable.secret ? '' : ` (it is ${JSON.stringify(given)})`}.`);
    else settings[name] = value;
  }
  if (faults.length > 0) throw new InvalidConfiguration(faults.join('\n'));
  return configOf(settings as Settings);
}

function configOf(settings: Settings): Config {
  const host = settings.HOST ?? '';
  const hostInUrl = host.includes(':') ? `[${host}]` : host;
  return {
    host,
    port: settings.PORT,
    publicUrl: (settings.PUBLIC_URL ?? `http://${hostInUrl}:${settings.PORT}`).replace(/\/+$/, ''),
    dataDir: path.resolve(settings.DATA_DIR ?? ''),
    databaseUrl: settings.DATABASE_URL,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    redisUrl: settings.REDIS_URL,
    rateLimitPerMinute: settings.RATE_LIMIT_MAX,
    trustProxy: settings.TRUST_PROXY,
    timeZone: settings.TIME_ZONE ?? '',
    logLevel: settings.LOG_LEVEL ?? '',
    serviceApiKey: settings.SERVICE_API_KEY,
  };
}

function isProxyList(given: string): boolean {
  try {
    proxyAddr.compile(given.split(',').map((part) => part.trim()));
    return true;
  } catch {
    return false;
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
