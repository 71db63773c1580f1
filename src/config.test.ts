import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { InvalidConfiguration, readConfig } from './config.ts';

test('an empty environment is a working one', () => {
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
    serviceApiKey: null,
  });
});

test('what is given is taken', () => {
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

describe('what is wrong', () => {
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
    ['PUBLIC_URL', ['links.example.com', 'ftp://x.example', 'https://a b', 'https://x.example/?q=1']],
    ['DATABASE_URL', ['mysql://x/y', 'postgres', 'postgres://[bad']],
    ['DATABASE_CONNECTIONS', ['1', '201', 'many']],
    ['RATE_LIMIT_MAX', ['0', '-5']],
    ['TRUST_PROXY', ['true', 'zzz', '10.0.0.0/99']],
    ['TIME_ZONE', ['Mars/Olympus', 'x']],
    ['LOG_LEVEL', ['loud', 'INFO']],
    ['SERVICE_API_KEY', ['short']],
  ])('%s is named in one sentence', (name, values) => {
    for (const value of values) {
      expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must .+\\.$`))]);
    }
  });

  test('all of it is said at once', () => {
    expect(faultsOf({ PORT: 'abc', TIME_ZONE: 'x', LOG_LEVEL: 'loud' })).toHaveLength(3);
  });

  test('secrets are never repeated', () => {
    const said = faultsOf({
      DATABASE_URL: 'pg://u:hunter2@h/x',
      REDIS_URL: 'http://:hunter2@h',
      SERVICE_API_KEY: 'hunter2',
    });
    expect(said).toHaveLength(3);
    expect(said.join()).not.toContain('hunter2');
  });
});
