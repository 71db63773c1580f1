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

/** Resolves when some session of the database waits for a lock that another one holds, or when `call` is done without. */
export async function untilWaiting({ database }: TestApplication, call: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = call.finally(() => {
    isDone = true;
  });
  const waiting = async () => {
    const { rowCount } = await database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rowCount !== 0;
  };
  while (!isDone && !(await waiting()));
  done.catch(() => undefined);
}

/** How often each status came. */
export function tally(replies: readonly Reply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
