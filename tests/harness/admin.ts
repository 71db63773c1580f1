import type pg from 'pg';
import type { TestApplication } from './application.ts';

type Reply = Awaited<ReturnType<TestApplication['call']>>;

/** Calls under `/v2/admin`, with an administrator's token; `url` is what follows. */
export interface Admin {
  get(url: string): Promise<Reply>;
  post(url: string, body?: unknown): Promise<Reply>;
  patch(url: string, body: unknown): Promise<Reply>;
  put(url: string, body?: unknown): Promise<Reply>;
  remove(url: string): Promise<Reply>;
  /** Makes a record and returns it. */
  make(url: string, body: unknown): Promise<Reply['body']>;
}

/** An administrator who calls as one. */
export function adminOf({ call }: TestApplication, token: string): Admin {
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE') => (url: string, body?: unknown) =>
    call({ method, url: `/v2/admin/${url}`, as: token, body });
  return {
    get: send('GET'),
    post: send('POST'),
    patch: send('PATCH'),
    put: send('PUT'),
    remove: send('DELETE'),
    async make(url, body) {
      const reply = await send('POST')(url, body);
      if (reply.status !== 201) throw new Error(`${url}: ${reply.status} ${JSON.stringify(reply.body)}`);
      return reply.body;
    },
  };
}

/** Resolves when some session waits for a lock of the holder's, or when `call` is done without. */
export async function untilWaitingFor(
  holder: pg.ClientBase,
  call: Promise<unknown>,
  { database }: TestApplication,
): Promise<void> {
  let isDone = false;
  const done = call.finally(() => {
    isDone = true;
  });
  done.catch(() => undefined);
  const { rows } = await holder.query('SELECT pg_backend_pid() AS pid');
  const waiting = async () => {
    // Others wait for a moment, too: for a token's last use to be noted, say.
    const { rowCount } = await database.pool.query(
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND $1 = ANY (pg_blocking_pids(pid))',
      [rows[0].pid],
    );
    return rowCount !== 0;
  };
  while (!isDone && !(await waiting()));
}

/** How often each status came. */
export function tally(replies: readonly Reply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
