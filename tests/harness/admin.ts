import type pg from 'pg';
import type { TestApplication } from './application.ts';

type Reply = Awaited<ReturnType<TestApplication['call']>>;

/** Calls below `/v2/admin` with an administrator's token; `url` is the rest of the path. */
export interface Admin {
  get(url: string): Promise<Reply>;
  post(url: string, body?: unknown): Promise<Reply>;
  patch(url: string, body: unknown): Promise<Reply>;
  put(url: string, body?: unknown): Promise<Reply>;
  remove(url: string): Promise<Reply>;
  /** Creates a record and returns it. */
  make(url: string, body: unknown): Promise<Reply['body']>;
}

/** Creates an administrator and returns its calls. */
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

/** Resolves when a session waits for the holder's lock, or when `call` has finished without waiting. */
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
    // Ignores other short waits, for example for recording a token's last use.
    const { rowCount } = await database.pool.query(
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND $1 = ANY (pg_blocking_pids(pid))',
      [rows[0].pid],
    );
    return rowCount !== 0;
  };
  while (!isDone && !(await waiting()));
}

/** Counts the replies by status. */
export function tally(replies: readonly Reply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
