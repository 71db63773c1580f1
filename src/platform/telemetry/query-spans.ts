import { context, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import type pg from 'pg';
import { markFailed } from './spans.ts';

const LONGEST_TEXT = 2_000;

type Callback = (error: unknown, result?: unknown) => void;

/**
 * Records each query of a request or a job as a span. It replaces two methods of pg, because the queries of libraries and of all pools
 * pass them. Queries outside a request or a job, such as the job workers' search for jobs, are not recorded.
 * @returns the function that restores the methods
 */
export function traceQueries({ Client, Pool }: Pick<typeof pg, 'Client' | 'Pool'>, tracer: Tracer): () => void {
  const { query } = Client.prototype;
  const { connect } = Pool.prototype;
  // biome-ignore lint/suspicious/noExplicitAny: pg takes a statement in six forms, and each answers in its own
  Client.prototype.query = function (this: pg.Client, ...asked: any[]): any {
    const run = (...given: unknown[]) => (query as (...args: unknown[]) => unknown).apply(this, given);
    const text = textOf(asked[0]);
    if (text === null || trace.getActiveSpan() === undefined) return run(...asked);
    const shape = shapeOf(text);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': shape, 'db.query.summary': summaryOf(shape) };
    const span = tracer.startSpan(attributes['db.query.summary'], { kind: SpanKind.CLIENT, attributes });
    const end = (error: unknown) => {
      if (error) markFailed(span, error);
      span.end();
    };
    const done: unknown = asked.at(-1);
    if (typeof done === 'function') {
      const callback = context.bind(context.active(), done as Callback);
      return run(...asked.slice(0, -1), (error: unknown, result?: unknown) => {
        end(error);
        callback(error, result);
      });
    }
    const answer = run(...asked);
    if (answer instanceof Promise) answer.then(() => end(null), end);
    else span.end();
    return answer;
  } as typeof query;
  // A query that waited for a connection belongs to its own request, and not to the one that released the connection.
  Pool.prototype.connect = function (this: pg.Pool, done?: Callback) {
    const given = done === undefined ? [] : [context.bind(context.active(), done)];
    return (connect as (...args: unknown[]) => unknown).apply(this, given);
  } as typeof connect;
  return () => {
    Client.prototype.query = query;
    Pool.prototype.connect = connect;
  };
}

/** The text of a statement; null for a stream of rows, which reports its own end. */
function textOf(asked: unknown): string | null {
  if (typeof asked === 'string') return asked;
  if (typeof asked !== 'object' || asked === null || 'submit' in asked) return null;
  return 'text' in asked && typeof asked.text === 'string' ? asked.text : null;
}

/** A statement without its values: parameters stay `$1`, texts and numbers become `?`. */
export function shapeOf(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$.])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_TEXT);
}

const KIND = /\b(SELECT|INSERT|UPDATE|DELETE|MERGE)\b|^(?!WITH\b)[A-Z]+/i;
/** The table after its keyword. In `extract(epoch FROM l.created_at)` a column follows. */
const TABLE =
  /\b(?:FROM|INTO|UPDATE|JOIN)\s+(?:ONLY\s+)?((?!SELECT\b|LATERAL\b)(?:graphile_worker\.)?[a-z_]\w*)(?![\w.(])/i;

/** The kind of a statement and its first table, such as `SELECT orders`. */
export function summaryOf(shape: string): string {
  const kind = KIND.exec(shape)?.[0].toUpperCase() ?? 'QUERY';
  const table = TABLE.exec(shape)?.[1];
  return table === undefined ? kind : `${kind} ${table}`;
}
