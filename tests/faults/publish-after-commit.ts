/**
 * A planted fault: events are written some time after the transaction that they report, on a separate connection. Loaded into a server
 * to show that the check finds loss.
 */
import pg from 'pg';

const LATER_MS = 300;

interface Statement {
  text: string;
  values?: unknown[];
}
type Query = (statement: Statement | string, ...rest: unknown[]) => unknown;

const prototype = pg.Client.prototype as unknown as { query: Query };
const query = prototype.query;
let later: pg.Pool | undefined;

prototype.query = function (this: pg.Client, statement, ...rest) {
  const text = typeof statement === 'string' ? statement : statement.text;
  if (!/^\s*INSERT INTO event_outbox/.test(text ?? '')) return query.call(this, statement, ...rest);
  const { host, port, user, password, database } = this as pg.Client & { password?: string };
  later ??= new pg.Pool({ host, port, user, password, database });
  const pool = later;
  const values = typeof statement === 'string' ? (rest[0] as unknown[]) : (statement.values ?? (rest[0] as unknown[]));
  setTimeout(() => pool.query({ text: `/* later */ ${text}`, values }).catch(() => undefined), LATER_MS);
  return query.call(this, 'SELECT 0 AS id WHERE false');
};
