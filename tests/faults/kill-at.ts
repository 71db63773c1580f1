/**
 * Kills its own server in the middle of a transaction. Loaded into a server; `KILL_AT` says where:
 * `arm` a pattern of the statement after which it is to die, `when` `statement` at once after it, `commit` before its COMMIT, `reply` after it.
 * With `fault` it commits first what was done so far: a planted fault, which a kill must turn into lost money.
 */
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';

interface KillAt {
  arm: string;
  when: 'statement' | 'commit' | 'reply';
  fault?: boolean;
}
interface Statement {
  text: string;
}
type Query = (statement: Statement | string, ...rest: unknown[]) => unknown;

/** Threads of the server have this preload too, and no environment. */
if (isMainThread) killAt(JSON.parse(process.env.KILL_AT!) as KillAt);

function killAt({ arm, when, fault = false }: KillAt): void {
  const armed = new RegExp(arm);
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const query = prototype.query;
  const dying = new WeakSet<pg.Client>();
  const die = () => process.kill(process.pid, 'SIGKILL');

  prototype.query = function (this: pg.Client, statement, ...rest) {
    const text = typeof statement === 'string' ? statement : statement.text;
    const isCommit = /^\s*COMMIT/.test(text ?? '');
    if (isCommit && dying.has(this)) {
      if (when === 'commit') return die();
      return Promise.resolve(query.call(this, statement, ...rest)).then(die);
    }
    const result = query.call(this, statement, ...rest);
    if (!armed.test(text ?? '')) return result;
    dying.add(this);
    if (when !== 'statement') return result;
    return Promise.resolve(result)
      .then(() => (fault ? query.call(this, 'COMMIT') : undefined))
      .then(die);
  };
}
