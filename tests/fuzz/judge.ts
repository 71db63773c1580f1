import path from 'node:path';
import type { TSchema } from 'typebox';
import { failureSchema } from '../../src/platform/http/replies.ts';
import { replyValidator, type Validator } from '../../src/platform/http/validation.ts';
import { type Endpoint, routeName, type Schema } from './document.ts';
import type { Drawn } from './requests.ts';
import type { WireReply } from './wire.ts';

/** A line of the server's log. */
export interface LogLine {
  level: number;
  msg?: string;
  message?: string;
  request_id?: string;
  method?: string;
  /** The route in Fastify's form; null if there is none. */
  route?: string | null;
  err?: { type?: string; message?: string };
}

/** Patterns that no reply and no line of the log may contain, by name. */
export type Leaks = ReadonlyMap<string, RegExp>;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The folder of this project. */
const PROJECT = escaped(path.resolve(import.meta.dirname, '../..'));

/** Secrets that must not be revealed by any installation, in addition to those of this one (`secretsOf`). */
const TELLTALES: [string, RegExp][] = [
  ['a stack', /\sat .{0,200}(?:\.[cm]?[jt]s:\d+:\d+|\(native\)|\(<anonymous>\))/],
  ['a path', new RegExp(`node_modules|file:///(?!etc/passwd)|node:internal|/(?:home|root)/[\\w.-]+/|${PROJECT}`)],
  [
    'SQL',
    /\bSELECT [\s\S]{1,400}?\bFROM\b|\bINSERT INTO\b|\bUPDATE \w+ SET\b|\bDELETE FROM\b|syntax error at or near|violates (?:check|unique|foreign|not-null)|invalid input syntax for/,
  ],
  ['a password hash', /\$argon2/],
];

/** @param secrets of the installation by name: tokens, keys, folders */
export function leaksOf(secrets: ReadonlyMap<string, string>): Leaks {
  const own = [...secrets].map(([secret, name]): [string, RegExp] => [
    `the secret ${name}`,
    new RegExp(escaped(secret)),
  ]);
  return new Map([...TELLTALES, ...own]);
}

/** The first leak in a text, or null. */
export function leakIn(text: string, leaks: Leaks): string | null {
  for (const [name, pattern] of leaks) if (pattern.test(text)) return name;
  return null;
}

/** The documented 503 of a request that arrives while another one closes a month. Requests are sent at once, so that one may be of the same part. */
const CLOSING = 'A month is being closed; try again in a moment.';

/** Statuses that HTTP itself causes, before there is a route. */
const UNROUTED = new Set([400, 401, 404, 405, 408, 413, 414, 415, 417, 429, 431]);

export class Judge {
  readonly #endpoints: Map<string, Endpoint>;
  readonly #leaks: Leaks;
  readonly #validators = new WeakMap<object, Validator>();

  constructor(endpoints: readonly Endpoint[], leaks: Leaks) {
    this.#endpoints = new Map(endpoints.map((endpoint) => [routeName(endpoint.method, endpoint.path), endpoint]));
    this.#leaks = leaks;
  }

  /** The faults of a reply, as sentences that are equal for equal faults. `line`: the log line of the request. */
  faultsOf({ wire }: Drawn, reply: WireReply | null, line: LogLine | undefined): string[] {
    if (reply === null) return wire.mayGoUnanswered ? [] : ['no answer'];
    // Node itself sends an empty 400 to a request without a Host header, possibly because of a superfluous header.
    if (wire.mayGoUnanswered && reply.status === 400 && reply.body.length === 0) return [];
    const faults: string[] = [];
    const text = `${reply.head}\n${reply.body.toString('utf8')}`;
    const leak = leakIn(text, this.#leaks);
    if (leak !== null) faults.push(`the reply holds ${leak}`);
    if (reply.status >= 500 && !isWhileClosing(reply)) return [...faults, `status ${reply.status}: ${summary(reply)}`];
    const shape = this.#shapeFault(wire.method, reply, line);
    return shape === null ? faults : [...faults, shape];
  }

  /** The faults of a log line. The stack of an error is permitted in a log; everything else has the same rules as a reply. */
  logFaultsOf(line: LogLine): string[] {
    const leak = leakIn(
      JSON.stringify(line, (key, value) => (key === 'stack' ? '' : value)),
      this.#leaks,
    );
    const faults = leak === null ? [] : [`the log holds ${leak}: ${line.msg ?? ''}`];
    if (line.level >= 50 && line.err?.message !== CLOSING)
      faults.push(`the log says: ${line.msg ?? ''} ${line.message ?? line.err?.type ?? ''}`.trim());
    return faults;
  }

  #shapeFault(method: string, reply: WireReply, line: LogLine | undefined): string | null {
    const route = line?.route ?? (reply.head.includes('tclid') ? '/r/:code' : null);
    const documented =
      route === null ? undefined : this.#endpoints.get(`${method === 'HEAD' ? 'GET' : method} ${route}`);
    if (documented === undefined) return this.#unroutedFault(method, reply, route);
    const content = documented.answers[reply.status];
    if (content === undefined) return `the status ${reply.status} is not documented`;
    if (method === 'HEAD') return null;
    const types = Object.keys(content);
    if (reply.body.length === 0)
      return types.length > 0 && reply.status < 300 && !content['application/json'] ? null : emptyFault(reply, content);
    const type = (reply.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
    const found = content[type];
    if (found === undefined)
      return `the ${reply.status} is of the type ${type || 'none'}, documented are ${types.join(', ') || 'none'}`;
    return type === 'application/json' ? this.#jsonFault(found.schema, reply) : null;
  }

  /** The files of third parties (/docs, /console) may have any reply except an error in an unknown format. */
  #unroutedFault(method: string, reply: WireReply, route: string | null): string | null {
    if (reply.status < 400 || method === 'HEAD') return null;
    if (reply.headers['content-type']?.startsWith('text/html')) return null;
    if (route === null && !UNROUTED.has(reply.status)) return `the status ${reply.status} comes without a route`;
    return this.#jsonFault(failureShape(reply.status), reply);
  }

  #jsonFault(schema: Schema, reply: WireReply): string | null {
    let value: unknown;
    try {
      value = JSON.parse(reply.body.toString('utf8'));
    } catch {
      return `the ${reply.status} is no JSON`;
    }
    let validate = this.#validators.get(schema);
    if (validate === undefined) {
      validate = replyValidator(schema as TSchema);
      this.#validators.set(schema, validate);
    }
    const faults = validate(value);
    if (faults === null) return null;
    const [field, says] = Object.entries(faults)[0]!;
    return `the ${reply.status} is not as documented: ${field.replaceAll(/\d+/g, 'N')} ${says.join(', ')}`;
  }
}

function emptyFault({ status }: WireReply, content: Endpoint['answers'][string]): string | null {
  const schema = content['application/json']?.schema;
  return schema === undefined || schema.type === 'null' ? null : `the ${status} has no body`;
}

/** An error before any route. Errors of HTTP itself have the form of the 400. */
function failureShape(status: number): Schema {
  if ([401, 404, 413, 414, 415, 429].includes(status)) return failureSchema(status) as Schema;
  return REFUSAL;
}

const REFUSAL: Schema = {
  type: 'object',
  required: ['status', 'error', 'message'],
  properties: { status: { type: 'integer' }, error: { type: 'string' }, message: { type: 'string' } },
};

const isWhileClosing = (reply: WireReply): boolean =>
  reply.status === 503 && reply.headers['retry-after'] !== undefined && summary(reply) === CLOSING;

function summary(reply: WireReply): string {
  try {
    return String((JSON.parse(reply.body.toString()) as { message?: unknown }).message)
      .replaceAll(/\d+/g, 'N')
      .slice(0, 300);
  } catch {
    return reply.body.toString().slice(0, 100);
  }
}
