/**
 * Kills its own server in the middle of a transaction. Loaded into a server; `KILL_AT` says where, as JSON: `arm` a pattern of the
 * statement after which it is to die, `when` `statement` at once after it, `commit` before its COMMIT, `reply` after it. With `fault`
 * it first commits the work done so far: a planted fault, which must lose money when the server is killed. JavaScript, because threads
 * of the server load it too, before they can read TypeScript.
 */
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';

if (isMainThread) killAt(JSON.parse(process.env.KILL_AT));

function killAt({ arm, when, fault = false }) {
  const armed = new RegExp(arm);
  const { query } = pg.Client.prototype;
  const dying = new WeakSet();
  const die = () => process.kill(process.pid, 'SIGKILL');

  pg.Client.prototype.query = function (statement, ...rest) {
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
