import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { InvalidConfiguration, readConfig } from './config.ts';

test('an empty environment is valid', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    dataDir: path.resolve('.data'),
    databaseUrl: null,
    redisUrl: null,
    rateLimitPerMinute: 300,
    trustProxy: null,
    timeZone: 'UTC',
    logLevel: 'info',
    outboundAllow: [],
    dnsServers: [],
    serviceApiKey: null,
    previousServiceApiKey: null,
    identity: null,
    smtpUrl: null,
    mailFrom: { name: null, address: 'no-reply@localhost' },
    hubspot: null,
    youtube: null,
    stripe: null,
    s3: null,
    sweepsFiles: true,
  });
});

test('a higher RATE_LIMIT_MAX raises the limits of public writes that are not set', () => {
  const usual = {
    reportsPerKey: 6_000,
    unsignedPerMinute: 60,
    unsignedPerHour: 600,
    reportsPerAddress: 1_200,
    reportsPerProxy: 12_000,
    registrationsPerAddress: 100,
    reportsPerStoreDay: 500,
    provenPerStoreDay: 250_000,
  };
  expect(readConfig({}).publicLimits).toEqual(usual);
  expect(readConfig({ RATE_LIMIT_MAX: '10' }).publicLimits).toEqual(usual);
  expect(readConfig({ RATE_LIMIT_MAX: '1000000', REGISTRATIONS_PER_HOUR: '7' }).publicLimits).toEqual({
    reportsPerKey: 1_000_000,
    reportsPerAddress: 1_000_000,
    reportsPerProxy: 1_000_000,
    registrationsPerAddress: 7,
    reportsPerStoreDay: 1_000_000,
    provenPerStoreDay: 1_000_000,
    unsignedPerMinute: 1_000_000,
    unsignedPerHour: 1_000_000,
  });
  expect(readConfig({ PUBLIC_REPORTS_PER_KEY: '5' }).publicLimits.reportsPerKey).toBe(5);
});

test('given values are used', () => {
  const env = {
    HOST: '::1',
    PORT: '8080',
    PUBLIC_URL: 'https://links.example.com/',
    DATABASE_URL: 'postgres://tributary:pw@localhost/tributary?host=/run/pg',
    TRUST_PROXY: 'loopback, 10.0.0.0/8',
    TIME_ZONE: 'Europe/Stockholm',
    LOG_LEVEL: 'warn',
  };
  expect(readConfig(env)).toMatchObject({
    port: 8080,
    publicUrl: 'https://links.example.com',
    databaseUrl: env.DATABASE_URL,
    trustProxy: env.TRUST_PROXY,
    timeZone: 'Europe/Stockholm',
  });
  expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000');
});

test('traces and metrics are sent with the standard settings of OpenTelemetry, if a receiver is given', () => {
  expect(readConfig({ OTEL_SERVICE_NAME: 'links', OTEL_TRACES_SAMPLER: 'always_off' }).telemetry).toBeNull();
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }).telemetry).toEqual({
    endpoint: 'http://collector:4318',
    headers: {},
    protocol: 'http/protobuf',
    serviceName: 'tributary',
    resource: {},
    sampler: 'parentbased_always_on',
    samplerRatio: 1,
    traces: true,
    metrics: true,
    metricIntervalMs: 60_000,
  });
  const given = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.com/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi,x-scope = shop',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
    OTEL_METRICS_EXPORTER: 'none',
  };
  expect(readConfig(given).telemetry).toMatchObject({
    headers: { authorization: 'Basic YTpi', 'x-scope': 'shop' },
    samplerRatio: 0.05,
    metrics: false,
  });
});

test('OUTBOUND_ALLOW is a list of CIDR ranges', () => {
  expect(readConfig({ OUTBOUND_ALLOW: '127.0.0.0/8, fd00::/8' }).outboundAllow).toEqual(['127.0.0.0/8', 'fd00::/8']);
  expect(() => readConfig({ OUTBOUND_ALLOW: '127.0.0.1' })).toThrow('OUTBOUND_ALLOW must be CIDR ranges');
});

const IDP = { IDP_ISSUER: 'https://login.example.com/realms/shop/', IDP_AUDIENCE: 'tributary' };
const S3 = {
  S3_ENDPOINT: 'http://minio:9000',
  S3_BUCKET: 'tributary-files',
  S3_ACCESS_KEY_ID: 'AKID',
  S3_SECRET_ACCESS_KEY: 'a/secret+of/ours',
};

describe('groups of settings', () => {
  test('an identity provider: the exact issuer, and only algorithms with public keys', () => {
    const { identity } = readConfig(IDP);
    expect(identity).toMatchObject({ issuer: IDP.IDP_ISSUER, audience: 'tributary', jwksUrl: null });
    expect(identity?.algorithms).toEqual(expect.arrayContaining(['RS256', 'ES256', 'EdDSA']));
    expect(identity?.algorithms.filter((name) => /^(none|HS)/i.test(name))).toEqual([]);
    expect(readConfig({ ...IDP, IDP_CREATE_USERS: 'Example.com, b.example' }).newUsersOf).toEqual([
      'example.com',
      'b.example',
    ]);
    expect([readConfig(IDP).newUsersOf, readConfig({ ...IDP, IDP_CREATE_USERS: '*' }).newUsersOf]).toEqual([[], ['*']]);
    expect(readConfig({ ...IDP, IDP_ALGORITHMS: 'RS256, ES384' }).identity?.algorithms).toEqual(['RS256', 'ES384']);
    const local = { ...IDP, IDP_ISSUER: 'http://localhost:8080', IDP_JWKS_URL: 'http://127.0.0.1:8080/keys' };
    expect(readConfig(local).identity?.jwksUrl).toBe('http://127.0.0.1:8080/keys');
  });

  test('the current and the previous key of the hooks', () => {
    const keys = { SERVICE_API_KEY: 'the-key-that-is-new', SERVICE_API_KEY_PREVIOUS: 'the-key-that-was-old' };
    expect(readConfig(keys)).toMatchObject({
      serviceApiKey: keys.SERVICE_API_KEY,
      previousServiceApiKey: keys.SERVICE_API_KEY_PREVIOUS,
    });
  });

  test('HubSpot: the default pipeline and stage, unless others are set', () => {
    expect(readConfig({ HUBSPOT_TOKEN: 'pat-eu1-token' }).hubspot).toEqual({
      token: 'pat-eu1-token',
      url: 'https://api.hubapi.com',
      pipeline: 'default',
      stage: 'appointmentscheduled',
    });
    const named = { HUBSPOT_TOKEN: 'pat-eu1-token', HUBSPOT_PIPELINE: 'shops', HUBSPOT_STAGE: '1102' };
    expect(readConfig({ ...named, HUBSPOT_URL: 'http://localhost:9/' }).hubspot).toMatchObject({
      pipeline: 'shops',
      stage: '1102',
      url: 'http://localhost:9',
    });
  });

  test('YouTube: its own address, unless another one is set', () => {
    const key = 'AIzaSyD-0123456789abcdef';
    expect(readConfig({ YOUTUBE_API_KEY: key }).youtube).toEqual({ key, url: 'https://www.googleapis.com' });
    const other = readConfig({ YOUTUBE_API_KEY: key, YOUTUBE_API_URL: 'http://localhost:9/' });
    expect(other.youtube?.url).toBe('http://localhost:9');
  });

  test('the company: lines of an address, and VAT in millionths', () => {
    expect(readConfig({}).company).toEqual({
      name: 'Tributary',
      lines: [],
      vatNumber: null,
      bankAccount: null,
      country: 'SE',
      vatRatePpm: 250_000,
    });
    const address = { COMPANY_STREET: 'Lange Gasse 1', COMPANY_POSTAL_CODE: '1080', COMPANY_CITY: 'Wien' };
    const company = {
      COMPANY_NAME: 'Zufluß GmbH',
      ...address,
      COMPANY_COUNTRY: 'AT',
      COMPANY_VAT_NUMBER: 'ATU12345678',
      COMPANY_BANK_ACCOUNT: 'IBAN AT61 1904 3002 3457 3201',
    };
    expect(readConfig({ ...company, VAT_RATE: '0.2' }).company).toEqual({
      name: 'Zufluß GmbH',
      lines: ['Lange Gasse 1', '1080 Wien'],
      vatNumber: 'ATU12345678',
      bankAccount: 'IBAN AT61 1904 3002 3457 3201',
      country: 'AT',
      vatRatePpm: 200_000,
      account: { iban: 'AT611904300234573201', bic: null },
      address: { street: 'Lange Gasse 1', postalCode: '1080', city: 'Wien', country: 'AT' },
    });
  });

  test.each([
    [{ COMPANY_BANK_ACCOUNT: 'Bankgiro 5050-1055' }, 'Bankgiro 5050-1055', undefined],
    [
      { COMPANY_BANK_ACCOUNT: 'IBAN SE45 5000 0000 0583 9825 7466 BIC ESSESESS' },
      'IBAN SE45 5000 0000 0583 9825 7466 BIC ESSESESS',
      { iban: 'SE4550000000058398257466', bic: 'ESSESESS' },
    ],
    [
      { COMPANY_IBAN: 'ch93 0076 2011 6238 5295 7', COMPANY_BIC: 'POFICHBEXXX' },
      'IBAN CH93 0076 2011 6238 5295 7 · BIC POFICHBEXXX',
      { iban: 'CH9300762011623852957', bic: 'POFICHBEXXX' },
    ],
    [
      { COMPANY_IBAN: 'NO9386011117947', COMPANY_BANK_ACCOUNT: 'Bankgiro 5050-1055' },
      'Bankgiro 5050-1055',
      { iban: 'NO9386011117947', bic: null },
    ],
  ])('the account that stores pay to: %o', (settings, bankAccount, account) => {
    const { company } = readConfig(settings);
    expect([company.bankAccount, company.account]).toEqual([bankAccount, account]);
  });

  test.each([
    ['COMPANY_IBAN', 'SE45 5000 0000 0583 9825 7467'],
    ['COMPANY_IBAN', 'CH93 0076 2011 6238 5295'],
    ['COMPANY_IBAN', 'XX45 5000 0000 0583 9825 7466'],
    ['COMPANY_BANK_ACCOUNT', 'IBAN AT61'],
    ['COMPANY_BANK_ACCOUNT', 'SE45 5000 0000 0583 9825 7467'],
    ['COMPANY_BANK_ACCOUNT', 'IBAN SE45 5000 0000 0583 9825 7466 BIC 12345'],
    ['COMPANY_TAX_NUMBER', '?'],
    ['VAT_RATE', '25'],
    ['VAT_RATE', '0.1234567'],
    ['VAT_RATE', '1.5'],
    ['COMPANY_COUNTRY', 'Sweden'],
    ['COMPANY_VAT_NUMBER', '?'],
    ['COMPANY_NAME', 'x'.repeat(256)],
  ])('an invalid %s is refused: %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  test('Stripe: its own address, unless another is set', () => {
    const none = { webhookSecret: null, publishableKey: null };
    expect(readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' }).stripe).toEqual({
      ...none,
      secretKey: 'sk_test_1',
      url: 'https://api.stripe.com',
    });
    const all = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_abc',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    };
    expect(readConfig({ ...all, STRIPE_API_URL: 'http://127.0.0.1:12111' }).stripe).toEqual({
      secretKey: 'sk_test_1',
      webhookSecret: 'whsec_abc',
      publishableKey: 'pk_test_1',
      url: 'http://127.0.0.1:12111',
    });
  });

  test('a bucket: the region us-east-1, unless another is set', () => {
    expect(readConfig(S3).s3).toEqual({
      endpoint: S3.S3_ENDPOINT,
      bucket: S3.S3_BUCKET,
      region: 'us-east-1',
      accessKeyId: 'AKID',
      secretAccessKey: S3.S3_SECRET_ACCESS_KEY,
    });
    expect(readConfig({ ...S3, S3_REGION: 'eu-north-1' }).s3?.region).toBe('eu-north-1');
  });

  test('unreferenced files are removed from a bucket only with S3_SWEEP', () => {
    expect(readConfig(S3).sweepsFiles).toBe(false);
    expect(readConfig({ ...S3, S3_SWEEP: 'yes' }).sweepsFiles).toBe(true);
    expect(() => readConfig({ ...S3, S3_SWEEP: 'true' })).toThrow('S3_SWEEP');
  });

  test.each([
    ['Tributary <no-reply@example.com>', { name: 'Tributary', address: 'no-reply@example.com' }],
    ['"Tributary, the platform" <a@example.com>', { name: 'Tributary, the platform', address: 'a@example.com' }],
    ['a@example.com', { name: '', address: 'a@example.com' }],
    ['<a@localhost>', { name: '', address: 'a@localhost' }],
  ])('mail is from %s', (given, sender) => {
    expect(readConfig({ MAIL_FROM: given }).mailFrom).toEqual(sender);
  });

  test('sandboxes have another host than the marketplace, with the same scheme', () => {
    const at = (SANDBOX_URL: string, PUBLIC_URL = 'https://links.example.com/') =>
      readConfig({ SANDBOX_URL, PUBLIC_URL }).sandboxUrl;
    expect(readConfig({}).sandboxUrl).toBeNull();
    expect(at('https://Sandboxes.example.net/')).toBe('https://sandboxes.example.net');
    for (const same of ['https://links.example.com', 'https://LINKS.example.com:8443/', 'http://links.example.com'])
      expect(() => at(same)).toThrow(/another host name than PUBLIC_URL/);
    expect(() => at('http://sandboxes.example.net')).toThrow(/both be https, or both http/);
    expect(() => at('http://127.0.0.1:9000', 'http://127.0.0.1:3000')).toThrow(InvalidConfiguration);
    expect(() => readConfig({ SANDBOX_URL: 'http://127.0.0.1:9000' })).toThrow(InvalidConfiguration);
    expect(at('http://localhost:3000', 'http://127.0.0.1:3000')).toBe('http://localhost:3000');
  });

  test('mail is from the host of PUBLIC_URL by default', () => {
    const from = (env: Record<string, string>) => readConfig(env).mailFrom.address;
    expect(from({ PUBLIC_URL: 'https://links.example.com/base' })).toBe('no-reply@links.example.com');
    expect(from({ PUBLIC_URL: 'http://[::1]:3000' })).toBe('no-reply@localhost');
  });
});

describe('invalid settings', () => {
  const faultsOf = (env: Record<string, string>): string[] => {
    try {
      readConfig(env);
      return [];
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidConfiguration);
      return (error as Error).message.split('\n');
    }
  };

  test.each([
    ['PORT', ['abc', '1.5', '0x10', '-1', '65536', '1e3']],
    [
      'SANDBOX_URL',
      ['sandboxes.example.net', 'https://sandboxes.example.net/path', 'https://u:p@sandboxes.example.net'],
    ],
    ['PUBLIC_URL', ['links.example.com', 'ftp://x.example', 'https://a b', 'https://x.example/?q=1']],
    ['DATABASE_URL', ['mysql://x/y', 'postgres', 'postgres://[bad']],
    ['DATABASE_CONNECTIONS', ['1', '201', 'many']],
    ['RATE_LIMIT_MAX', ['0', '-5']],
    ['REGISTRATIONS_PER_HOUR', ['0', '-1', 'many']],
    ['METRICS_TOKEN', ['short', 'with a space in it']],
    ['TRUST_PROXY', ['true', 'zzz', '10.0.0.0/99']],
    ['TIME_ZONE', ['Mars/Olympus', 'x']],
    ['LOG_LEVEL', ['loud', 'INFO']],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', ['collector:4318', 'grpc://collector:4317', 'https://user:pw@collector']],
    ['OTEL_EXPORTER_OTLP_HEADERS', ['api-key', 'a=b,=c', 'a=%zz', 'a=%ff']],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', ['grpc']],
    ['OTEL_TRACES_SAMPLER', ['sometimes', 'jaeger_remote']],
    ['OTEL_TRACES_SAMPLER_ARG', ['2', '-1', 'half']],
    ['SERVICE_API_KEY', ['short', 'long enough, but of words']],
    ['SMTP_URL', ['mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp://h/x', 'smtp://h?tls=no']],
    ['MAIL_FROM', ['Tributary', 'a@b@c.example', 'A <a@x.example>, B <b@x.example>', 'a@x.example\r\nBcc: b', 'a b@c']],
    ['HUBSPOT_TOKEN', ['short', 'a token of words']],
    ['YOUTUBE_API_KEY', ['short', 'a key that is of several words']],
  ])('an invalid %s is reported in one sentence', (name, values) => {
    for (const value of values) {
      expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must .+\\.$`))]);
    }
  });

  test.each([
    ['IDP_ISSUER', ['login.example.com', 'http://login.example.com', 'https://u:p@login.example.com', 'https://x/?y']],
    ['IDP_AUDIENCE', ['two words']],
    ['IDP_JWKS_URL', ['http://login.example.com/keys', 'file:///keys']],
    ['IDP_ALGORITHMS', ['none', 'HS256', 'RS256,HS256', 'RS256,,ES256', 'rs256']],
    ['IDP_CREATE_USERS', ['@example.com', '*.example.com', 'example', 'a.example,,b.example', 'someone@example.com']],
  ])('an invalid %s of an identity provider is reported in one sentence', (name, values) => {
    for (const value of values) {
      expect(faultsOf({ ...IDP, [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must .+\\.$`))]);
    }
  });

  test.each([
    ['S3_ENDPOINT', ['minio:9000', 'https://s3.example.com/?x=1', 'https://key:secret@s3.example.com']],
    ['S3_BUCKET', ['ab', 'Bucket', 'a/b', 'x'.repeat(64)]],
    ['S3_SECRET_ACCESS_KEY', ['short', 'with a space']],
  ])('an invalid %s of a bucket is reported in one sentence', (name, values) => {
    for (const value of values) {
      expect(faultsOf({ ...S3, [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must .+\\.$`))]);
    }
  });

  test.each([
    ['STRIPE_SECRET_KEY', ['short', 'a key of words']],
    ['STRIPE_WEBHOOK_SECRET', ['short', 'a key of words']],
    ['STRIPE_API_URL', ['api.stripe.com', 'http://api.stripe.com', 'https://u:p@x.example', 'https://x.example/v1']],
  ])('an invalid %s of Stripe is reported in one sentence', (name, values) => {
    for (const value of values) {
      const env = { STRIPE_SECRET_KEY: 'sk_test_1', [name]: value };
      expect(faultsOf(env)).toEqual([expect.stringMatching(new RegExp(`^${name} must .+\\.$`))]);
    }
  });

  test.each([
    [{ IDP_ISSUER: IDP.IDP_ISSUER }, ['IDP_AUDIENCE must be set, too: IDP_ISSUER needs it.']],
    [
      { IDP_AUDIENCE: 'x', IDP_ALGORITHMS: 'RS256' },
      ['IDP_ISSUER must be set, too: IDP_AUDIENCE and IDP_ALGORITHMS need it.'],
    ],
    [
      { SERVICE_API_KEY_PREVIOUS: 'the-key-that-was-old' },
      ['SERVICE_API_KEY must be set, too: SERVICE_API_KEY_PREVIOUS needs it.'],
    ],
    [
      { HUBSPOT_PIPELINE: 'shops' },
      [
        'HUBSPOT_TOKEN must be set, too: HUBSPOT_PIPELINE needs it.',
        'HUBSPOT_STAGE must be set, too: HUBSPOT_PIPELINE needs it.',
      ],
    ],
    [
      { STRIPE_WEBHOOK_SECRET: 'whsec_abc', STRIPE_API_URL: 'https://x.example' },
      ['STRIPE_SECRET_KEY must be set, too: STRIPE_WEBHOOK_SECRET and STRIPE_API_URL need it.'],
    ],
    [
      { S3_BUCKET: 'files', S3_REGION: 'eu-north-1' },
      ['S3_ENDPOINT must be set, too: S3_BUCKET and S3_REGION need it.'],
    ],
    [{ ...S3, S3_SECRET_ACCESS_KEY: ' ' }, ['S3_SECRET_ACCESS_KEY must be set, too: S3_ENDPOINT needs it.']],
  ])('%j is incomplete', (env, sentences) => {
    expect(faultsOf(env)).toEqual(sentences);
  });

  test('are all reported at once', () => {
    expect(faultsOf({ PORT: 'abc', TIME_ZONE: 'x', LOG_LEVEL: 'loud' })).toHaveLength(3);
  });

  test('secrets are never repeated', () => {
    const said = faultsOf({
      DATABASE_URL: 'pg://u:hunter2@h/x',
      REDIS_URL: 'http://:hunter2@h',
      SERVICE_API_KEY: 'hunter2',
      SMTP_URL: 'smtps://u:hunter2@h/x',
      HUBSPOT_TOKEN: 'hunter2',
      STRIPE_SECRET_KEY: 'hunter2',
      S3_SECRET_ACCESS_KEY: 'hunter2',
    });
    // S3_SECRET_ACCESS_KEY has an invalid form, and settings that it needs are missing.
    expect(said).toHaveLength(8);
    expect(said.join()).not.toContain('hunter2');
  });
});
