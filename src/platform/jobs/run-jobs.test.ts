import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts';
import { silentLog, startDatabase, temporaryFolder, until } from '../../../tests/harness/embedded.ts';
import { openDatabaseProxy } from '../../../tests/harness/tcp-proxy.ts';
import { logLines } from '../../../tests/sample-server.ts';
import { connectDatabase } from '../database/database.ts';
import { migrate, migrationsFolder } from '../database/migrate.ts';
import { loggerOptions } from '../http/request-log.ts';
import { GiveUp, handler, type JobFacts, TryLater } from './handler.ts';
import { enqueue, jobKind } from './job.ts';
import { type JobsDeps, startJobs } from './run-jobs.ts';
import { installJobTables } from './tables.ts';

interface Note {
  n: number;
}

const note = jobKind<Note>('note');
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});

/** Processes `note` jobs in this process until the test ends. */
function doNotes(run: (note: Note, job: JobFacts) => Promise<void>, deps: Partial<JobsDeps> = {}) {
  const jobs = startJobs({ databaseUrl: database.url, log: silentLog(), handlers: [handler(note, run)], ...deps });
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= jobs.stop();
    return stopped;
  };
  onTestFinished(stop);
  return { ...jobs, measure: jobs.measure.bind(jobs), stop };
}

const ask = async (n: number, key?: string) => enqueue(database.db, note, { n }, key === undefined ? {} : { key });

async function waiting(): Promise<Record<string, unknown>[]> {
  const { rows } = await database.pool.query(
    `SELECT *, run_at > now() + interval '1 hour' AS far_off, graphile_worker.jobs.attempts >= max_attempts AS given_up
     FROM graphile_worker.jobs ORDER BY id`,
  );
  return rows;
}

/** Makes running jobs look older than any job may be. */
const letAnHourPass = () =>
  database.pool.query(`UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 hour'`);

const noneWaits = async () => (await waiting()).length === 0;

describe('a job', () => {
  it('runs after the commit that enqueued it, and never after a rollback', async () => {
    const done: number[] = [];
    doNotes(async ({ n }) => void done.push(n));
    const undone = database.db.transaction(async (tx) => {
      await enqueue(tx, note, { n: 1 });
      throw new Error('on second thoughts');
    });
    await expect(undone).rejects.toThrow('on second thoughts');
    await database.db.transaction((tx) => enqueue(tx, note, { n: 2 }));
    await until(noneWaits);
    expect(done).toEqual([2]);
  });

  it('has the same id and time at each attempt', async () => {
    const seen: Omit<JobFacts, 'signal'>[] = [];
    doNotes(async (_note, { id, askedAt }) => {
      seen.push({ id, askedAt });
      if (seen.length === 1) throw new Error('not yet');
    });
    await ask(1);
    await until(noneWaits);
    expect(seen).toHaveLength(2);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[0]?.askedAt).toBeInstanceOf(Date);
  });

  it('replaces a queued job with the same key', async () => {
    await ask(1, 'greeting');
    await ask(2, 'greeting');
    await ask(3, 'farewell');
    const done: number[] = [];
    doNotes(async ({ n }) => void done.push(n));
    await until(noneWaits);
    expect(done.sort()).toEqual([2, 3]);
  });

  it('that never ends fails at its time limit and receives the signal', async () => {
    let notices = false;
    const jobs = doNotes(
      (_note, { signal }) => {
        signal.addEventListener('abort', () => {
          notices = true;
        });
        return new Promise(() => {});
      },
      { limitMs: 50 },
    );
    await ask(1);
    await until(() => notices);
    // Stops the workers before the next attempt.
    await jobs.stop();
    expect((await waiting())[0]).toMatchObject({ given_up: false, last_error: expect.stringContaining('too long') });
  });
});

describe('a job that fails', () => {
  it('is logged by kind and id, without the payload', async () => {
    const stream = logLines();
    await enqueue(database.db, jobKind<{ secret: string }>('letter'), { secret: 'hunter2' });
    const failing = handler(jobKind<{ secret: string }>('letter'), async () => {
      throw new Error('the post office is closed');
    });
    doNotes(async () => {}, { log: pino(loggerOptions('debug'), stream), handlers: [failing] });
    await until(async () => (await waiting())[0]?.['last_error'] !== null);
    const id = String((await waiting())[0]?.['id']);
    const line = expect.objectContaining({
      job: id,
      kind: 'letter',
      attempt: 1,
      msg: expect.stringContaining('retried'),
    });
    expect(stream.lines).toContainEqual(line);
    expect(JSON.stringify(stream.lines)).not.toContain('hunter2');
  });

  it('permanently is kept, not retried, and listed', async () => {
    const log = silentLog();
    const jobs = doNotes(
      async () => {
        throw new GiveUp('nobody has this address');
      },
      { log, upkeepMs: 50 },
    );
    const registry = new Registry();
    jobs.measure(registry);
    await ask(1);
    const kept = /^tributary_jobs{state="given_up"} 1$/m;
    await until(async () => kept.test(await registry.metrics()));
    expect(await registry.metrics()).toMatch(/^tributary_jobs_given_up_total{kind="note"} 1$/m);
    expect(await registry.metrics()).toMatch(/^tributary_jobs_failed_total{kind="note"} 1$/m);
    expect(await waiting()).toMatchObject([{ attempts: 1, given_up: true, last_error: 'nobody has this address' }]);
    expect(log.error).toHaveBeenCalledOnce();
  });

  it('at its last attempt is given up', async () => {
    await ask(1);
    await database.pool.query(
      'SELECT graphile_worker.reschedule_jobs(ARRAY[id], attempts => 24) FROM graphile_worker.jobs',
    );
    const log = silentLog();
    doNotes(
      async () => {
        throw new Error('still closed');
      },
      { log },
    );
    await until(async () => (await waiting())[0]?.['last_error'] !== null);
    expect(await waiting()).toMatchObject([{ attempts: 25, given_up: true }]);
    expect(log.error).toHaveBeenCalledOnce();
  });

  it('is deleted a month after it was given up, and not a day before', async () => {
    const give = (days: number) =>
      database.pool.query(
        `SELECT graphile_worker.reschedule_jobs(ARRAY[id], attempts => 25, run_at => now() - $1 * interval '1 day')
         FROM graphile_worker.jobs WHERE attempts = 0`,
        [days],
      );
    await ask(1);
    await give(31);
    await ask(2);
    await give(29);
    doNotes(async () => {}, { upkeepMs: 50 });
    await until(async () => (await waiting()).length === 1);
  });

  it('waits for the requested time', async () => {
    doNotes(async () => {
      throw new TryLater('busy', 7200);
    });
    await ask(1);
    await until(async () => (await waiting())[0]?.['last_error'] !== null);
    expect(await waiting()).toMatchObject([{ attempts: 1, given_up: false, far_off: true }]);
  });
});

describe('several processes', () => {
  it('share the jobs, and each job runs in one of them', async () => {
    // Each process runs two jobs at once, so four run together only when both take part.
    const done: string[] = [];
    let underWay = 0;
    let open = () => {};
    const together = new Promise<void>((resolve) => {
      open = resolve;
    });
    const work = (who: string) => async () => {
      underWay += 1;
      if (underWay === 4) open();
      await together;
      done.push(who);
    };
    await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n)));
    doNotes(work('one'));
    doNotes(work('other'));
    await until(noneWaits);
    expect(done).toHaveLength(40);
    expect(new Set(done)).toEqual(new Set(['one', 'other']));
  });

  it('take over the jobs of a process that was killed', async () => {
    const slow = jobKind<Note>('slow');
    const script = fileURLToPath(new URL('../../../tests/harness/job-process.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', script, database.url], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    onTestFinished(async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exited;
    });
    await enqueue(database.db, slow, { n: 7 });
    await once(child.stdout, 'data');
    expect(await waiting()).toMatchObject([{ attempts: 1, locked_by: expect.any(String) }]);
    child.kill('SIGKILL');
    await exited;
    const done: number[] = [];
    const handlers = [handler(slow, async ({ n }) => void done.push(n))];
    await letAnHourPass();
    doNotes(async () => {}, { handlers, upkeepMs: 50 });
    await until(noneWaits);
    expect(done).toEqual([7]);
  });
});

describe('shutdown', () => {
  it('waits for running jobs and starts no other', async () => {
    const begun: number[] = [];
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const jobs = doNotes(async ({ n }) => {
      begun.push(n);
      await finished;
    });
    for (const n of [1, 2, 3]) await ask(n);
    await until(() => begun.length === 2);
    const stopped = jobs.stop();
    finish();
    await stopped;
    expect(begun).toHaveLength(2);
    expect(await waiting()).toMatchObject([{ attempts: 0, locked_by: null }]);
  });

  it('does not wait for a job that ignores the signal, and leaves it to other processes', async () => {
    let isUnderWay = false;
    const jobs = doNotes(() => {
      isUnderWay = true;
      return new Promise(() => {});
    });
    await ask(1);
    await until(() => isUnderWay);
    await jobs.stop();
    expect(await waiting()).toMatchObject([{ attempts: 1, locked_by: null, given_up: false }]);
  });
});

describe('when the database is unavailable', () => {
  it('no job is lost: completions are reported afterwards, and queued jobs run', async () => {
    const proxy = await openDatabaseProxy(database.url);
    const done: number[] = [];
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let isUnderWay = false;
    doNotes(
      async ({ n }) => {
        isUnderWay = true;
        if (n === 1) await finished;
        done.push(n);
      },
      { databaseUrl: proxy.url },
    );
    await ask(1);
    // It is not enough that the database has assigned the job, because the assignment may not have arrived yet.
    await until(() => isUnderWay);
    await proxy.cut();
    finish();
    await until(() => done.length === 1);
    await ask(2);
    await proxy.restore();
    await until(noneWaits);
    expect(done).toEqual([1, 2]);
  });

  it('while a completion is reported, that job runs again and others continue', async () => {
    const proxy = await openDatabaseProxy(database.url);
    const done: number[] = [];
    const run = async ({ n }: Note) => void done.push(n);
    doNotes(run, { databaseUrl: proxy.url, upkeepMs: 50 });
    const lost = proxy.loseMessage('complete_job/');
    await ask(1);
    await lost;
    await letAnHourPass();
    await until(noneWaits);
    expect(done).toEqual([1, 1]);
    await ask(2);
    await until(noneWaits);
    expect(done).toEqual([1, 1, 2]);
  });

  it('shutdown does not wait for the database', async () => {
    const proxy = await openDatabaseProxy(database.url);
    const jobs = doNotes(async () => {}, { databaseUrl: proxy.url });
    await ask(1);
    await until(noneWaits);
    await proxy.cut();
    await jobs.stop();
  });

  it('because its server was killed, the jobs continue on the next server', async () => {
    const server = await startDatabase(await temporaryFolder(), { testOnlyWithoutFsync: true });
    await migrate(server.url, migrationsFolder(), silentLog(), installJobTables);
    const { db, pool } = connectDatabase(server.url, {
      maxConnections: 2,
      statementTimeoutMs: 5_000,
      onPoolError: () => {},
    });
    const done: number[] = [];
    const jobs = doNotes(async ({ n }) => void done.push(n), { databaseUrl: server.url });
    await enqueue(db, note, { n: 1 });
    await until(() => done.length === 1);
    const before = server.pid;
    process.kill(before, 'SIGKILL');
    await until(() => server.pid !== before);
    await until(() =>
      enqueue(db, note, { n: 2 }).then(
        () => true,
        () => false,
      ),
    );
    await until(() => done.includes(2));
    await jobs.stop();
    await pool.end();
  });
});
