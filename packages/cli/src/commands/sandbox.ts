import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, type ItemOf, paginate } from '@tributary/client';
import type { Command } from '../command.ts';
import { signedInClient } from '../config.ts';
import { type Io, WrongUsage } from '../io.ts';
import { given, idOf, textOf } from '../options.ts';
import { printList, printRecord } from '../output.ts';

const POLL_MS = 500;
const DAY_MS = 86_400_000;
const SHAPES = ['market', 'empty'] as const;
const PATTERNS = ['shoppers', 'click_farm', 'cookie_stuffing', 'order_squatting'] as const;

type Sandbox = ItemOf<'/v2/sandboxes'>;
type Mail = ItemOf<'/v2/sandboxes/{sandbox}/inbox'>;

export const makeSandbox: Command = {
  name: 'sandbox make',
  summary: 'create a sandbox, and print its tokens',
  args: '',
  options: {
    name: { value: 'NAME', help: 'its name in lists' },
    shape: { value: 'SHAPE', help: `its first contents: ${SHAPES.join(' or ')}; market by default` },
    seed: { value: 'N', help: 'the seed of generated traffic; 1 by default' },
    clock: { value: 'INSTANT', help: 'the initial time of its clock, such as 2026-11-01T08:00:00Z; now by default' },
  },
  async run({ io, options, json, url }) {
    const body = {
      ...given('name', textOf(options, 'name')),
      ...given('shape', choiceOf('shape', textOf(options, 'shape'), SHAPES)),
      ...given('seed', idOf(options, 'seed')),
      ...given('clock', instantOf('clock', textOf(options, 'clock'))),
    };
    const client = await signedInClient(io, url);
    const { data } = await client.POST('/v2/sandboxes', { body });
    const { id, public_url, clock, expires_at, tokens } = data;
    printRecord(io, data, {
      json,
      fields: { sandbox: id, url: public_url, clock, 'kept until': expires_at, ...tokens },
    });
  },
};

export const listSandboxes: Command = {
  name: 'sandbox list',
  summary: 'list sandboxes, newest first',
  args: '',
  options: {},
  async run({ io, json, url }) {
    const client = await signedInClient(io, url);
    const columns = {
      ID: (one: Sandbox) => one.id,
      NAME: (one: Sandbox) => one.name,
      STATE: (one: Sandbox) => one.state,
      CLOCK: (one: Sandbox) => one.clock,
      'KEPT UNTIL': (one: Sandbox) => one.expires_at,
    };
    await printList(io, paginate(client, '/v2/sandboxes', {}), { json, columns });
  },
};

export const planTraffic: Command = {
  name: 'sandbox traffic',
  summary: 'plan clicks and orders in a sandbox',
  args: 'SANDBOX',
  options: {
    clicks: { value: 'N', help: 'number of clicks' },
    orders: { value: 'N', help: 'number of orders; none by default' },
    days: { value: 'N', help: 'number of days; 30 by default' },
    from: { value: 'INSTANT', help: 'start of the traffic; the time of the clock by default' },
    seed: { value: 'N', help: 'the same seed gives the same traffic; by default that of the sandbox' },
    pattern: { value: 'PATTERN', help: `${PATTERNS.join(', ')}; shoppers by default` },
    store: { value: 'ID', help: 'only for links of this store of the sandbox' },
  },
  async run({ io, args, options, json, url }) {
    const path = { sandbox: sandboxOf(args) };
    const clicks = idOf(options, 'clicks');
    if (clicks === undefined) throw new WrongUsage('--clicks is missing.');
    const body = {
      clicks,
      ...given('orders', idOf(options, 'orders')),
      ...given('days', idOf(options, 'days')),
      ...given('from', instantOf('from', textOf(options, 'from'))),
      ...given('seed', idOf(options, 'seed')),
      ...given('pattern', choiceOf('pattern', textOf(options, 'pattern'), PATTERNS)),
      ...given('store_id', idOf(options, 'store')),
    };
    const client = await signedInClient(io, url);
    const { data } = await client.POST('/v2/sandboxes/{sandbox}/traffic', { params: { path }, body });
    const { from, until, orders, seed, pattern } = data;
    printRecord(io, data, { json, fields: { from, until, clicks: data.clicks, orders, seed, pattern } });
  },
};

export const advanceClock: Command = {
  name: 'sandbox advance',
  summary: 'advance the clock of a sandbox, and wait until it is done',
  args: 'SANDBOX',
  options: {
    to: { value: 'INSTANT', help: 'the new time, such as 2026-12-05T09:00:00Z' },
    days: { value: 'N', help: 'number of days, instead of --to' },
  },
  async run({ io, args, options, json, url }) {
    const sandbox = sandboxOf(args);
    const [to, days] = [instantOf('to', textOf(options, 'to')), idOf(options, 'days')];
    if ((to === undefined) === (days === undefined)) throw new WrongUsage('Give either --to or --days.');
    const client = await signedInClient(io, url);
    const advance_to = to ?? (await laterBy(client, sandbox, days!));
    await client.POST('/v2/sandboxes/{sandbox}/clock', { params: { path: { sandbox } }, body: { advance_to } });
    const arrived = await arrival(io, client, sandbox);
    if (arrived.failure !== null) io.note(arrived.failure);
    printRecord(io, arrived, { json, fields: { sandbox, clock: arrived.clock, state: arrived.state } });
    return arrived.failure === null ? 0 : 1;
  },
};

export const readInbox: Command = {
  name: 'sandbox inbox',
  summary: 'list the mails of a sandbox, newest first',
  args: 'SANDBOX',
  options: {},
  async run({ io, args, json, url }) {
    const path = { sandbox: sandboxOf(args) };
    const client = await signedInClient(io, url);
    const columns = {
      SENT: (mail: Mail) => mail.sent_at,
      TO: (mail: Mail) => mail.to,
      SUBJECT: (mail: Mail) => mail.subject,
    };
    await printList(io, paginate(client, '/v2/sandboxes/{sandbox}/inbox', { params: { path } }), { json, columns });
  },
};

export const deleteSandbox: Command = {
  name: 'sandbox delete',
  summary: 'delete a sandbox with everything in it',
  args: 'SANDBOX',
  options: {},
  async run({ io, args, url }) {
    const path = { sandbox: sandboxOf(args) };
    const client = await signedInClient(io, url);
    await client.DELETE('/v2/sandboxes/{sandbox}', { params: { path } });
    io.note(`Sandbox ${path.sandbox} is deleted.`);
  },
};

/** @throws WrongUsage */
function sandboxOf([id, ...more]: readonly string[]): string {
  if (id === undefined || more.length > 0) throw new WrongUsage('Name one sandbox by its id.');
  return id;
}

/** An instant in UTC. @throws WrongUsage */
function instantOf(option: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new WrongUsage(`--${option} must be an instant, such as 2026-12-05T09:00:00Z.`);
  return at.toISOString();
}

/** @throws WrongUsage */
function choiceOf<Choice extends string>(
  option: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (text === undefined || choices.includes(text as Choice)) return text as Choice | undefined;
  throw new WrongUsage(`--${option} must be one of ${choices.join(', ')}.`);
}

async function readSandbox(client: ApiClient, sandbox: string): Promise<Sandbox> {
  return (await client.GET('/v2/sandboxes/{sandbox}', { params: { path: { sandbox } } })).data;
}

async function laterBy(client: ApiClient, sandbox: string, days: number): Promise<string> {
  const { clock } = await readSandbox(client, sandbox);
  return new Date(Date.parse(clock) + days * DAY_MS).toISOString();
}

/** Waits until a clock has arrived. An interruption ends the waiting, and the clock goes on. */
async function arrival(io: Io, client: ApiClient, sandbox: string): Promise<Sandbox> {
  for (let shown = ''; ; ) {
    const found = await readSandbox(client, sandbox);
    if (found.state !== 'advancing' || io.signal.aborted) return found;
    if (found.clock !== shown) io.note(`The clock is at ${found.clock}.`);
    shown = found.clock;
    await delay(POLL_MS, undefined, { signal: io.signal }).catch(() => undefined);
  }
}
