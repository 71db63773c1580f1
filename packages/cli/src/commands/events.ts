import { type ApiClient, newWebhookSecret, type paths, signWebhook } from '@tributary/client';
import type { Command, Given, OptionSpec } from '../command.ts';
import { readUrl, signedInClient } from '../config.ts';
import { type Io, printable, WrongUsage } from '../io.ts';
import { ownerOf, requiredText, textOf } from '../options.ts';

type Query = NonNullable<paths['/v2/events']['get']['parameters']['query']>;
/** The service validates the kinds of events, and its refusal names them. */
type Kinds = NonNullable<Query['events[]']>;
type Event = paths['/v2/events']['get']['responses'][200]['content']['application/json']['data'][number];

const WAIT_SECONDS = 20;
/** A receiver that does not answer must not hold up the events after it for long. */
const RECEIVER_TIMEOUT_MS = 15_000;

const options: Readonly<Record<string, OptionSpec>> = {
  events: {
    value: 'KINDS',
    help: 'kinds or groups, separated by commas, such as order.*,link.created; all by default',
  },
  after: {
    value: 'POSITION',
    help: 'continue after this position; 0 is the oldest event that is kept; by default from now',
  },
  store: { value: 'ID', help: 'events of this store' },
  agency: { value: 'ID', help: 'events of this agency' },
  user: { value: 'ID', help: 'events of this creator' },
};

export const followEvents: Command = {
  name: 'events follow',
  summary: 'print events as they happen, until you press Ctrl+C',
  args: '',
  options: { ...options, once: { help: 'print what has happened since --after, and stop' } },
  async run({ io, options, json, url }) {
    const client = await signedInClient(io, url);
    const print = async (event: Event) => io.out(json ? JSON.stringify(event) : lineOf(event));
    const position = await follow(io, client, { query: queryOf(options), once: options['once'] === true, take: print });
    io.note(`Continue with --after ${position}`);
  },
};

export const listen: Command = {
  name: 'listen',
  summary: 'forward events to a local URL, signed as webhooks are',
  args: '',
  options: {
    ...options,
    'forward-to': { value: 'URL', help: 'the local receiver, such as http://localhost:4000/hook' },
    secret: { value: 'SECRET', help: 'sign with this secret (whsec_…); by default with a new one, which is printed' },
    once: { help: 'forward what has happened since --after, and stop' },
  },
  async run({ io, options, json, url }) {
    const target = readUrl(requiredText(options, 'forward-to'), '--forward-to').href;
    const secret = textOf(options, 'secret') ?? newWebhookSecret();
    await checkSecret(secret);
    const client = await signedInClient(io, url);
    io.note(`Forwarding events to ${target}. The signing secret is ${secret}`);
    const take = async (event: Event) => {
      const outcome = await forward(io, { target, secret, event });
      io.out(json ? JSON.stringify({ ...outcome, event }) : `${lineOf(event)}  ${outcome.status ?? outcome.error}`);
    };
    const position = await follow(io, client, { query: queryOf(options), once: options['once'] === true, take });
    io.note(`Continue with --after ${position}`);
  },
};

const lineOf = ({ timestamp, type, id, data }: Event) =>
  printable(`${timestamp}  ${type.padEnd(24)}  ${id}  ${JSON.stringify(data)}`);

function queryOf(options: Given): Query {
  const after = textOf(options, 'after');
  if (after !== undefined && !/^\d{1,15}$/.test(after)) throw new WrongUsage('--after must be a whole number.');
  const kinds = textOf(options, 'events');
  return {
    ...ownerOf(options),
    ...(after === undefined ? {} : { after: Number(after) }),
    ...(kinds === undefined ? {} : { 'events[]': kinds.split(',').map((kind) => kind.trim()) as Kinds }),
  };
}

/**
 * Processes events one after another until the command is interrupted.
 * @returns the position after the last completely processed event
 */
async function follow(
  io: Io,
  client: ApiClient,
  { query, once, take }: { query: Query; once: boolean; take: (event: Event) => Promise<void> },
): Promise<number | undefined> {
  let after = query.after;
  try {
    for (;;) {
      const position = after === undefined ? {} : { after, wait_seconds: once ? 0 : WAIT_SECONDS };
      const { data } = await client.GET('/v2/events', {
        params: { query: { ...query, ...position } },
        signal: io.signal,
      });
      for (const event of data.data) {
        io.signal.throwIfAborted();
        await take(event);
      }
      after = data.after;
      if (once && !data.has_more) return after;
    }
  } catch (error) {
    if (!io.signal.aborted) throw error;
    return after;
  }
}

/** Posts one event. A failure is reported and not repeated: the receiver is a program under development. */
async function forward(
  io: Io,
  { target, secret, event }: { target: string; secret: string; event: Event },
): Promise<{ status: number | null; error: string | null }> {
  const body = JSON.stringify(event);
  const request = new Request(target, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(await signWebhook(secret, { id: event.id, body })),
    },
    redirect: 'manual',
    signal: AbortSignal.any([io.signal, AbortSignal.timeout(RECEIVER_TIMEOUT_MS)]),
  });
  try {
    const { status, body: reply } = await io.fetch(request);
    await reply?.cancel();
    return { status, error: null };
  } catch (error) {
    if (io.signal.aborted) throw error;
    const { cause, message } = error as Error & { cause?: Error };
    return { status: null, error: printable(cause?.message || message) };
  }
}

async function checkSecret(secret: string): Promise<void> {
  if (!secret.startsWith('whsec_')) throw new WrongUsage('--secret must begin with whsec_.');
  await signWebhook(secret, { id: '', body: '' }).catch(() => {
    throw new WrongUsage('--secret must be whsec_ and base64.');
  });
}
