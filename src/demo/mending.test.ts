import { mkdir, readdir, rmdir, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/harness/database.ts';
import { demoDeps, openDemoMarket, readDemoFile } from '../../tests/harness/demo.ts';
import { createMarket } from '../../tests/harness/market.ts';
import { tokenAuthenticator } from '../modules/accounts/index.ts';
import { demoFilePath, refreshDemoFile } from './demo-file.ts';
import { demoState } from './demo-state.ts';
import { type DemoDeps, DemoRefused, loadDemo } from './load-demo.ts';

interface Stage {
  database: TestDatabase;
  deps: DemoDeps;
}

const STAGES = 4;
const stages: Stage[] = [];

for (let made = 0; made < STAGES; made += 1) {
  const database = await createTestDatabase();
  stages.push({ database, deps: await demoDeps(database) });
}

/** Returns an empty database and an empty folder. */
function freshStage(): Stage {
  const stage = stages.pop();
  if (stage === undefined) throw new Error('more tests than stages: raise STAGES');
  return stage;
}

/**
 * Selects everything that must be equal between two loads of the same moment. Codes, tokens and click ids are random
 * by design; ids have gaps after a load that was rolled back.
 */
const CONTENT_SQL = `SELECT
  (SELECT json_agg(to_jsonb(d) - '{link_id,campaign_id,store_id,user_id,agency_id}'::text[]
    ORDER BY link_id, day, campaign_id) FROM link_days d) AS totals,
  (SELECT json_agg((email, display_name, city, created_at) ORDER BY id) FROM users) AS users,
  (SELECT json_agg((status, todo, updated_at) ORDER BY id) FROM participants) AS participants,
  (SELECT json_agg((number, net_minor, total_minor) ORDER BY id) FROM invoices) AS invoices`;

async function contentOf({ pool }: TestDatabase): Promise<unknown> {
  return (await pool.query(CONTENT_SQL)).rows[0];
}

describe('a demo that is loaded twice', () => {
  test('is refused the second time, and stays unchanged', async () => {
    const { database, deps } = await openDemoMarket();
    const before = await readDemoFile(deps);
    await expect(loadDemo(deps)).rejects.toThrow(DemoRefused);
    expect(await readDemoFile(deps)).toEqual(before);
    expect(await demoState(database.pool)).toBe('loaded');
  });

  test('is never mixed with other data', async () => {
    const { database, deps } = freshStage();
    await createMarket(database.pool).user();
    await expect(loadDemo(deps)).rejects.toThrow(/users or stores of its own/);
    expect(await readdir(deps.config.dataDir)).toEqual([]);
  });
});

describe('a demo whose loading was interrupted', () => {
  const now = () => new Date('2027-03-14T15:09:26.535Z');

  async function interruptAtSteps({ database, deps }: Stage): Promise<void> {
    const steps: string[] = [];
    // Every fifth step, because each attempt loads everything before its step.
    for (let survived = 0; ; survived += 5) {
      const reported: string[] = [];
      const onProgress = (sentence: string) => {
        reported.push(sentence);
        if (reported.length > survived) throw new Error('killed');
      };
      const failure = await loadDemo({ ...deps, now, onProgress }).catch((error: Error) => error);
      if (failure === undefined) {
        steps.push(...reported);
        break;
      }
      expect(failure.message).toBe('killed');
      expect(await demoState(database.pool)).toBe('empty');
      expect(await readdir(deps.config.dataDir)).toEqual([]);
    }
    expect(steps.length).toBeGreaterThan(4);
    const { ids } = await readDemoFile(deps);
    const { rowCount } = await database.pool.query('SELECT FROM links WHERE id = $1', [ids.affiliate_link]);
    expect(rowCount).toBe(1);
  }

  async function interruptBeforeFile({ database, deps }: Stage): Promise<void> {
    const file = demoFilePath(deps.config.dataDir);
    await mkdir(file);
    await expect(loadDemo({ ...deps, now })).rejects.toThrow();
    expect(await demoState(database.pool)).toBe('unfinished');
    await rmdir(file);
    // A process that was killed while it wrote the file leaves this.
    await writeFile(`${file}.new`, '{"tokens":');
    await loadDemo({ ...deps, now });
    const { tokens, ids } = await readDemoFile(deps);
    const actor = await tokenAuthenticator(database.pool, now)(tokens.creator);
    expect(actor?.userId).toBe(ids.user);
    const { rows } = await database.pool.query('SELECT count(*) AS valid FROM tokens WHERE revoked_at IS NULL');
    expect(rows[0].valid).toBe(Object.keys(tokens).length);
    expect(await readdir(deps.config.dataDir)).toEqual(['demo.json']);
  }

  test('leaves nothing behind at any step, gets its file with valid tokens, and is the same on every machine', async () => {
    const [atSteps, beforeFile] = [freshStage(), freshStage()];
    await interruptAtSteps(atSteps);
    await interruptBeforeFile(beforeFile);
    expect(await contentOf(atSteps.database)).toEqual(await contentOf(beforeFile.database));
  }, 240_000);
});

describe('demo.json on a later start', () => {
  test('is updated with the new address only', async () => {
    const { deps } = await openDemoMarket();
    const { dataDir } = deps.config;
    const before = await readDemoFile(deps);
    expect(await refreshDemoFile({ dataDir, publicUrl: before.base_url })).toBe(false);
    expect(await refreshDemoFile({ dataDir, publicUrl: 'https://links.example' })).toBe(true);
    expect(await readDemoFile(deps)).toEqual({ ...before, base_url: 'https://links.example' });
    expect((await stat(demoFilePath(dataDir))).mode & 0o777).toBe(0o600);
  });

  test('is not required without a demo', async () => {
    const { config } = freshStage().deps;
    expect(await refreshDemoFile(config)).toBe(false);
    expect(await readdir(config.dataDir)).toEqual([]);
  });
});
