import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { afterThisFile } from '../harness/clean-up.ts';
import { createTestDatabase } from '../harness/database.ts';
import { afterwards } from './afterwards.ts';
import { readGround } from './ground.ts';
import { leakIn, leaksOf } from './judge.ts';
import { NASTY_BODIES, NASTY_TEXTS } from './nasty.ts';
import { People } from './people.ts';
import { openPlanted } from './planted.ts';
import { type FuzzResult, fuzz } from './run.ts';
import { openTarget, secretsOf, type Target } from './target.ts';

const SEED = 1;
/** About eight for each endpoint. */
const REQUESTS = 5_900;
const TIMEOUT_MS = 900_000;
const linesOf = ({ failures }: FuzzResult): string[] =>
  [...failures.values()].map(({ what, count, curl }) => `${count} x ${what}\n${curl}`);

describe('Requests from our own document', () => {
  let target: Target;
  let people: People;
  let result: FuzzResult;
  beforeAll(async () => {
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-fuzz-'));
    target = await openTarget(database.url, dataDir);
    afterThisFile(async () => {
      await target.close();
      await rm(dataDir, { recursive: true, force: true });
    });
    const secrets = secretsOf(target, dataDir, database.url);
    people = new People(target, secrets);
    const { pool } = target.database;
    const ground = () => readGround(pool, target.demo);
    result = await fuzz(
      { port: target.port, log: target.log, secrets, ground, credentials: () => people.credentials() },
      { requests: REQUESTS, seed: SEED },
    );
  }, TIMEOUT_MS);

  it('find no server error, no undocumented reply, and no leak', () => {
    expect(linesOf(result).join('\n\n')).toBe('');
  });

  it('reach most endpoints, and the code behind their validation', () => {
    expect(result.sent).toBe(REQUESTS);
    expect(result.accepted.size).toBeGreaterThan(result.endpoints * 0.55);
    expect(result.validTaken).toBeGreaterThan(result.validSent * 0.2);
  });

  it('leave the books correct and the main task working', async () => {
    expect(await afterwards(target)).toEqual([]);
  });
});

describe('A planted fault', () => {
  let result: FuzzResult;
  beforeAll(async () => {
    const planted = await openPlanted();
    result = await fuzz(planted, { requests: 300, seed: SEED }).finally(() => planted.app.close());
  }, TIMEOUT_MS);

  it('is found and named correctly, and correct replies are not reported', () => {
    const accused = linesOf(result).join('\n');
    expect(accused).toMatch(/POST \/planted\/throws: status 500/);
    expect(accused).toMatch(/the log says: a request failed TypeError/);
    expect(accused).toMatch(/leaksAPath: the reply holds a path/);
    expect(accused).toMatch(/leaksAStack: the reply holds a (?:stack|path)/);
    expect(accused).toMatch(/leaksSql: the reply holds SQL/);
    expect(accused).toMatch(/leaksASecret: the reply holds the secret SECRET/);
    expect(accused).toMatch(/isNotAsDocumented: status 500: .* is not as documented: more/);
    expect(accused).toMatch(/the log holds the secret SECRET: somebody came/);
    expect([...result.failures.keys()].filter((what) => what.includes('/planted/sound'))).toEqual([]);
  });

  it('is documented with a command that repeats the request', () => {
    const failure = [...result.failures.values()].find(({ what }) => what.includes('throws: status 500'));
    expect(failure?.curl).toMatch(/^(?:printf %s|echo) .* \| curl -isS --path-as-is -X 'POST' .*\/planted\/throws/);
  });

  it('is never only our own input', () => {
    const leaks = leaksOf(new Map());
    expect([...NASTY_TEXTS, ...NASTY_BODIES.map(String)].filter((text) => leakIn(text, leaks) !== null)).toEqual([]);
  });
});
