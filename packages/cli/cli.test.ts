import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { dispatchEvents } from '../../src/modules/webhooks/dispatch-events.ts';
import { createTestApplication } from '../../tests/harness/application.ts';
import { afterThisFile } from '../../tests/harness/clean-up.ts';
import { openDemoMarket } from '../../tests/harness/demo.ts';
import { until } from '../../tests/harness/embedded.ts';
import { freePort } from '../../tests/harness/free-port.ts';
import { openHttpPeer } from '../../tests/harness/peers/http-peer.ts';
import { COMMANDS, run } from './src/run.ts';
import { version } from './src/version.ts';

const { database, demo } = await openDemoMarket();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const { app, call } = await createTestApplication({ database, publicUrl: url, hasSandboxes: true });
await app.listen({ host: '127.0.0.1', port });
// Clients keep connections open, which would delay the end of the server.
afterThisFile(async () => app.server.closeAllConnections());
const home = await mkdtemp(path.join(tmpdir(), 'tributary-cli-'));
afterThisFile(() => rm(home, { recursive: true, force: true }));
const configFile = path.join(home, 'tributary/config.json');

interface Surroundings {
  env?: Record<string, string>;
  stdin?: string;
  answers?: string[];
  signal?: AbortSignal;
}

/** Runs a command line with this folder for settings. */
function start(
  args: string[],
  { env = {}, stdin = '', answers, signal = new AbortController().signal }: Surroundings = {},
) {
  const out: string[] = [];
  const notes: string[] = [];
  const questions: string[] = [];
  const status = run(args, {
    env: { XDG_CONFIG_HOME: home, ...env },
    stdin: (async function* () {
      yield stdin;
    })(),
    out: (line) => void out.push(line),
    note: (line) => void notes.push(line),
    ask:
      answers === undefined
        ? null
        : async (question) => {
            questions.push(question);
            return answers.shift()!;
          },
    signal,
    fetch: (request) => fetch(request),
  });
  return { status, out, notes, questions };
}

async function tributary(args: string[], surroundings: Surroundings = {}) {
  const { status, ...printed } = start(args, surroundings);
  return { status: await status, ...printed };
}

const asCreator = { TRIBUTARY_URL: url, TRIBUTARY_TOKEN: demo.tokens.creator };
const creator = (args: string[], surroundings: Surroundings = {}) =>
  tributary(args, { ...surroundings, env: asCreator });
const member = { TRIBUTARY_URL: url, TRIBUTARY_TOKEN: demo.tokens.advertiser };

const dispatch = () => dispatchEvents({ db: database.db, now: () => new Date() });
const position = async () => {
  while ((await dispatch()) !== 0);
  return String((await call({ url: '/v2/events', as: demo.tokens.advertiser })).body.after);
};
let orders = 0;
const report = async () => {
  orders += 1;
  const body = { order_id: `CLI-${orders}`, order_value: 100 };
  const reply = await call({
    method: 'POST',
    url: `/v2/stores/${demo.ids.store}/orders`,
    as: demo.tokens.advertiser,
    body,
  });
  expect(reply.status).toBe(201);
  await dispatch();
  return body.order_id;
};

describe('login', () => {
  it('stores a token that only its owner may read, and logout ends it', async () => {
    const { email } = { email: demo.emails.creator };
    const args = ['login', '--url', `${url}/`, '--email', email, '--password-stdin'];
    const signedIn = await tributary(args, { stdin: `${demo.password}\n` });
    expect([signedIn.status, signedIn.notes]).toEqual([0, []]);
    expect(signedIn.out.join('\n')).toMatch(new RegExp(`email +${email}`));
    expect((await stat(configFile)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(configFile))).mode & 0o777).toBe(0o700);
    const { token, url: stored } = JSON.parse(await readFile(configFile, 'utf8'));
    expect(stored).toBe(url);
    expect(JSON.parse((await tributary(['whoami', '--json'])).out[0]!)).toMatchObject({ email });
    // The token is valid for this service only.
    const elsewhere = await tributary(['whoami', '--url', 'http://127.0.0.1:9']);
    expect([elsewhere.status, elsewhere.notes[0]]).toEqual([
      3,
      expect.stringContaining('not signed in to http://127.0.0.1:9'),
    ]);
    expect((await tributary(['logout'])).status).toBe(0);
    expect((await call({ url: '/v2/me', as: token })).status).toBe(401);
    expect((await tributary(['whoami'])).status).toBe(3);
  });

  it('asks for missing values, and accepts a token instead', async () => {
    const asked = await tributary(['login', '--url', url], { answers: [demo.emails.advertiser, demo.password] });
    expect([asked.status, asked.questions]).toEqual([0, ['E-mail', 'Password']]);
    const byToken = await tributary(['login', '--url', url, '--token-stdin'], { stdin: demo.tokens.creator });
    expect(byToken.status).toBe(0);
    expect(JSON.parse(await readFile(configFile, 'utf8')).token).toBe(demo.tokens.creator);
    await rm(configFile);
  });

  it('stores nothing when it is refused', async () => {
    const wrong = await tributary(['login', '--url', url, '--token-stdin'], { stdin: 'nobody' });
    expect([wrong.status, wrong.notes]).toEqual([3, ['The service refused the token or the password.']]);
    const silent = await tributary(['login', '--url', url]);
    expect([silent.status, silent.notes[0]]).toEqual([2, expect.stringContaining('E-mail is missing')]);
    await expect(stat(configFile)).rejects.toThrow('ENOENT');
  });
});

describe('import', () => {
  it('shows the result of each row, and imports nothing twice', async () => {
    const file = path.join(home, 'dub.csv');
    await writeFile(
      file,
      'ID,Earnings,Currency,Status,Created at\ncm_1,$20.00,usd,paid,2025-03-01\ncm_2,two,usd,paid,2025-03-01\n',
    );
    const args = ['import', 'commissions', file];
    const preview = await creator([...args, '--dry']);
    expect([preview.status, preview.notes]).toEqual([1, ['dub: 1 new, 0 changed, 0 unchanged, 1 refused.']]);
    expect(preview.out[1]).toMatch(/^2 +new +cm_1 +20\.00 USD +paid$/);
    expect(preview.out[2]).toMatch(/^3 +refused +Earnings must be an amount/);
    await creator(args);
    expect((await creator(args)).notes).toEqual(['dub: 0 new, 0 changed, 1 unchanged, 1 refused.']);
    const store = ['import', 'commissions', file, '--store', String(demo.ids.store), '--json'];
    expect(JSON.parse((await tributary(store, { env: member })).out[0]!)).toMatchObject({ row: 2, outcome: 'new' });
  });

  it('creates the links of a list', async () => {
    const file = path.join(home, 'links.csv');
    await writeFile(file, `Page\n${demo.product_url}\n`);
    const made = await creator(['import', 'links', file, '--column', 'page', '--json']);
    expect([made.status, JSON.parse(made.out[0]!).original_url]).toEqual([0, demo.product_url]);
    for (const [wrong, message] of [
      [[], 'Name one file.'],
      [[`${file}.missing`], 'cannot be read (ENOENT)'],
      [[file, '--source', 'amazon'], '--source must be one of'],
    ] as const) {
      const { status, notes } = await creator(['import', 'links', ...wrong]);
      expect([status, notes[0]]).toEqual([2, expect.stringContaining(message)]);
    }
  });
});

describe('links', () => {
  it('are created from arguments, a file and standard input; a refused one does not stop the others', async () => {
    const file = path.join(home, 'urls.txt');
    await writeFile(file, `# shoes\n${demo.other_product_url}\r\n\n`);
    const made = await creator(['links', 'create', demo.product_url, demo.unknown_url, '--file', file, '--json']);
    expect([made.status, made.notes]).toEqual([1, ['1 of 3 URLs have no link.']]);
    const [first, refused, second] = made.out.map((line) => JSON.parse(line));
    expect([first.original_url, first.url]).toEqual([demo.product_url, expect.stringContaining(`${url}/r/`)]);
    expect([refused.status, refused.url, refused.message]).toEqual(['refused', null, expect.any(String)]);
    expect(second.original_url).toBe(demo.other_product_url);
    const piped = await creator(['links', 'create', '--file', '-'], { stdin: `${demo.product_url}\n` });
    expect(piped.out[0]).toMatch(/^LINK +STATUS +URL/);
    expect([piped.status, piped.out[1]]).toEqual([0, expect.stringContaining(first.url)]);
    const dry = await creator(['links', 'create', '--dry', '--json', 'https://www.nordicrunner.example/never-linked']);
    expect(JSON.parse(dry.out[0]!).status).toBe('dry');
  });

  it('are listed as a table and as JSON', async () => {
    const { body } = await call({ url: '/v2/affiliate-links?size=1', as: demo.tokens.creator });
    const all = await creator(['links', 'list', '--stats']);
    expect(all.out[0]).toMatch(/^ID +CREATED +CLICKS +EARNED +LINK +TITLE$/);
    expect(all.out).toHaveLength(body.meta.total + 1);
    const two = await creator(['links', 'list', '--limit', '2', '--json']);
    expect(two.out.map((line) => JSON.parse(line).id)[0]).toBe(body.data[0].id);
    expect(two.out).toHaveLength(2);
  });

  it('with titles that a terminal would execute are printed without control characters', async () => {
    await database.pool.query(`UPDATE links SET title = E'\\x1b[31mred' WHERE id = $1`, [demo.ids.affiliate_link]);
    const { out } = await creator(['links', 'list']);
    expect(out.join('')).toContain('[31mred');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the character that must not be printed
    expect(out.join('')).not.toMatch(/\x1b/);
  });
});

describe('events', () => {
  it('are followed until the command is interrupted, and continue after its position', async () => {
    const after = await position();
    const interruption = new AbortController();
    const args = ['events', 'follow', '--events', 'order.*', '--after', after];
    const following = start([...args, '--json'], { env: member, signal: interruption.signal });
    const first = await report();
    await until(() => following.out.length === 1);
    interruption.abort();
    expect(await following.status).toBe(0);
    expect(JSON.parse(following.out[0]!)).toMatchObject({ type: 'order.created', data: { order_id: first } });
    const [, reached] = /--after (\d+)$/.exec(following.notes[0]!)!;
    const second = await report();
    const rest = await tributary(['events', 'follow', '--after', reached!, '--once'], { env: member });
    expect([rest.status, rest.out.length, rest.out[0]]).toEqual([0, 1, expect.stringContaining(second)]);
  });

  it('are forwarded with signatures of Standard Webhooks, and a receiver that fails is reported', async () => {
    const after = await position();
    const names = [await report(), await report(), await report()];
    const receiver = await openHttpPeer(() => ({ status: 204 }));
    receiver.failNext({ status: 500, body: 'broken' });
    receiver.failNext('hang up');
    const args = ['listen', '--forward-to', `${receiver.url}/hook`, '--after', after, '--once'];
    const listening = await tributary(args, { env: member });
    expect(listening.status).toBe(0);
    expect(listening.out).toEqual([
      expect.stringMatching(/ {2}500$/),
      expect.not.stringMatching(/ \d+$/),
      expect.stringMatching(/ {2}204$/),
    ]);
    const [, secret] = /secret is (whsec_\S+)$/.exec(listening.notes[0]!)!;
    const events = receiver.requests.map(({ body, headers }) =>
      new Webhook(secret!).verify(body.toString(), headers as Record<string, string>),
    );
    expect(events).toMatchObject(names.map((order_id) => ({ type: 'order.created', data: { order_id } })));
    expect(receiver.requests.map(({ target }) => target)).toEqual(['/hook', '/hook', '/hook']);
    // The control: another secret does not verify the signature.
    const [{ body, headers }] = receiver.requests as [(typeof receiver.requests)[0]];
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`;
    expect(() => new Webhook(other).verify(body.toString(), headers as Record<string, string>)).toThrow();
    const own = await tributary([...args, '--secret', other], { env: member });
    expect([own.status, own.notes[0]]).toEqual([0, expect.stringContaining(other)]);
    const last = receiver.requests.at(-1)!;
    new Webhook(other).verify(last.body.toString(), last.headers as Record<string, string>);
  });
});

describe('export', () => {
  it('prints JSON lines, and continues with its file', async () => {
    const file = path.join(home, 'cursor');
    const printed: string[] = [];
    const args = ['export', 'orders', '--cursor-file', file];
    // Older transactions of other databases of the cluster hold an export back.
    await until(async () => {
      printed.push(...(await creator(args)).out);
      const { rows } = await database.pool.query(
        'SELECT count(*)::int AS total FROM orders WHERE user_id = $1 AND event_kind_id IS NULL',
        [demo.ids.user],
      );
      return printed.length >= rows[0].total;
    });
    expect(JSON.parse(printed[0]!)).toMatchObject({ user_id: demo.ids.user, cursor: expect.any(String) });
    expect(new Set(printed.map((line) => JSON.parse(line).id)).size).toBe(printed.length);
    expect(await creator(args)).toMatchObject({ status: 0, out: [] });
    const { notes } = await creator(['export', 'orders', '--after', (await readFile(file, 'utf8')).trim()]);
    expect(notes).toEqual([expect.stringMatching(/^Continue with --after \S+$/)]);
  });
});

describe('claim', () => {
  const args = [
    'claim',
    '--store',
    String(demo.ids.store),
    '--order',
    'LOST-1',
    '--amount',
    '129.50',
    '--currency',
    'sek',
  ];

  it('reports an order, once', async () => {
    const claimed = await creator([...args, '--note', 'It is missing']);
    expect([claimed.status, claimed.notes]).toEqual([0, []]);
    expect(claimed.out.join('\n')).toMatch(/^claim +\d+\nstore .*\nstatus +open\nfindings .*\ndecision by +20/);
    const again = await creator([...args, '--note', 'It is missing']);
    expect([again.status, again.out, again.notes.length]).toEqual([1, [], 1]);
  });

  it('names the fields that the service refuses', async () => {
    const refused = await creator([...args.slice(0, -1), 'KRONOR', '--note', 'x']);
    expect([refused.status, refused.notes[1]]).toEqual([1, expect.stringMatching(/^ {2}amount/)]);
  });
});

describe('sandbox', () => {
  it('creates a sandbox, advances its clock, and deletes it', async () => {
    const made = await creator(['sandbox', 'make', '--name', 'Rehearsal', '--json']);
    expect([made.status, made.notes]).toEqual([0, []]);
    const { id, clock, tokens } = JSON.parse(made.out.join(''));
    expect(tokens.creator).toMatch(/^trb_test_/);
    const listed = await creator(['sandbox', 'list']);
    expect(listed.out).toEqual([expect.stringMatching(/^ID +NAME/), expect.stringContaining(`${id}  Rehearsal`)]);
    const planned = await creator([
      'sandbox',
      'traffic',
      id,
      '--clicks',
      '5',
      '--days',
      '1',
      '--pattern',
      'click_farm',
    ]);
    expect([planned.status, planned.out.at(-1)]).toEqual([0, 'pattern  click_farm']);
    const advanced = await creator(['sandbox', 'advance', id, '--days', '2', '--json']);
    expect(JSON.parse(advanced.out[0]!)).toMatchObject({
      id,
      state: 'ready',
      failure: null,
      clock: new Date(Date.parse(clock) + 2 * 86_400_000).toISOString(),
    });
    const env = { TRIBUTARY_URL: url, TRIBUTARY_TOKEN: tokens.admin };
    const inside = await tributary(['links', 'list', '--stats', '--json'], { env });
    const clicks = inside.out.map((line) => JSON.parse(line).number_of_clicks);
    expect(clicks.some((count) => count > 0)).toBe(true);
    expect((await creator(['sandbox', 'inbox', id])).status).toBe(0);
    const back = await creator(['sandbox', 'advance', id, '--to', clock]);
    expect([back.status, back.notes.at(1)]).toEqual([1, expect.stringContaining('advance_to')]);
    expect((await creator(['sandbox', 'delete', id])).status).toBe(0);
    expect((await creator(['sandbox', 'list'])).out).toEqual([]);
  });

  it('names errors in its arguments', async () => {
    for (const [args, note] of [
      [['sandbox', 'advance', 'abc'], 'Give either --to or --days.'],
      [['sandbox', 'advance', 'abc', '--to', 'soon'], '--to must be an instant'],
      [['sandbox', 'traffic', 'abc'], '--clicks is missing.'],
      [['sandbox', 'traffic', 'abc', '--clicks', '1', '--pattern', 'x'], '--pattern must be one of'],
      [['sandbox', 'make', '--shape', 'round'], '--shape must be one of'],
      [['sandbox', 'delete'], 'Name one sandbox'],
    ] as const) {
      const refused = await creator([...args]);
      expect([refused.status, refused.notes]).toEqual([2, [expect.stringContaining(note)]]);
    }
    expect((await creator(['sandbox', 'inbox', 'abcdefghijkl'])).status).toBe(1);
  });
});

describe('a command line', () => {
  it.each<[string, string[], RegExp]>([
    ['no command', [], /^Usage: tributary COMMAND/],
    ['an unknown command', ['links', 'burn'], /^There is no command links\./],
    ['an unknown option', ['links', 'list', '--colour', 'red'], /--colour/],
    ['an option without its value', ['links', 'list', '--limit'], /--limit/],
    ['no whole number', ['links', 'list', '--limit', 'ten'], /^--limit must be a positive whole number\.$/],
    ['an argument where there is none', ['whoami', 'me'], /takes no arguments: me$/],
    ['no URL', ['links', 'create'], /^No URL was given/],
    ['a file that is not there', ['links', 'create', '--file', '/nowhere/urls'], /cannot be read \(ENOENT\)/],
    ['no receiver', ['listen'], /^--forward-to is missing\.$/],
    [
      'a receiver that is no URL',
      ['listen', '--forward-to', 'localhost:4000'],
      /^--forward-to must be an http or https URL\.$/,
    ],
    [
      'a secret of another form',
      ['listen', '--forward-to', 'http://localhost:9', '--secret', 'x'],
      /^--secret must begin/,
    ],
    ['an unknown data set', ['export', 'people'], /^Name what to export/],
    ['no amount', ['claim', '--store', '1', '--order', 'A'], /^--amount is missing\.$/],
    ['an unknown shell', ['completion', 'tcsh'], /^Name a shell/],
    ['an address that is none', ['whoami', '--url', 'tributary'], /^--url must be an http or https URL\.$/],
  ])('with %s is wrong usage', async (_what, args, message) => {
    const { status, notes, out } = await creator(args);
    expect([status, notes.join('\n'), out]).toEqual([2, expect.stringMatching(message), []]);
  });

  it('reports the kind of failure by its exit status', async () => {
    expect((await tributary(['whoami'])).status).toBe(3);
    expect((await tributary(['whoami'], { env: { ...asCreator, TRIBUTARY_TOKEN: 'wrong' } })).status).toBe(3);
    const away = await tributary(
      ['claim', '--store', '1', '--order', 'A', '--amount', '1', '--currency', 'SEK', '--note', 'x'],
      {
        env: { ...asCreator, TRIBUTARY_URL: 'http://127.0.0.1:9' },
      },
    );
    expect([away.status, away.notes[0]]).toEqual([4, expect.stringContaining('http://127.0.0.1:9')]);
    const events = await creator(['events', 'follow', '--events', 'order.exploded', '--once']);
    expect([events.status, events.notes[1]]).toEqual([1, expect.stringMatching(/^ {2}events\.0/)]);
  });

  it('warns before a token is sent without encryption', async () => {
    const stop = AbortSignal.abort();
    const env = { TRIBUTARY_URL: 'http://tributary.invalid', TRIBUTARY_TOKEN: 'x' };
    const { notes } = await tributary(['events', 'follow'], { env, signal: stop });
    expect(notes[0]).toMatch(/^Warning: the connection to tributary\.invalid is not encrypted/);
  });

  it('has help for every command, and a version', async () => {
    const overview = (await tributary(['help'])).out[0]!;
    for (const { name, options } of COMMANDS) {
      expect(overview).toContain(`  ${name} `);
      const { status, out } = await tributary([...name.split(' '), '--help']);
      expect([status, out[0]]).toEqual([0, expect.stringContaining(`Usage: tributary ${name}`)]);
      for (const option of Object.keys(options)) expect(out[0]).toContain(`--${option}`);
    }
    expect((await tributary(['--version'])).out).toEqual([version]);
    expect(JSON.parse(await readFile(path.join(import.meta.dirname, 'package.json'), 'utf8')).version).toBe(version);
  });
});

describe('the server for assistants', () => {
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

  it('answers each line of an assistant, and reports what it cannot deliver', async () => {
    const fine = await creator(['mcp'], { stdin: `${ping}\nnot a message\n` });
    expect(fine).toMatchObject({ status: 0, notes: ['A line of standard input is not a message of JSON-RPC.'] });
    expect(fine.out.map((line) => JSON.parse(line))).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
    const refused = await tributary(['mcp'], {
      stdin: ping,
      env: { TRIBUTARY_URL: url, TRIBUTARY_TOKEN: 'trb_unknown' },
    });
    expect(JSON.parse(refused.out[0]!)).toMatchObject({ id: 1, error: { code: -32603 } });
    expect((await tributary(['mcp'], { stdin: ping, env: { TRIBUTARY_URL: 'http://127.0.0.1:1' } })).status).toBe(3);
  });
});

describe('the completion', () => {
  const exec = promisify(execFile);
  const complete = async (words: string[]) => {
    const script = (await tributary(['completion', 'bash'])).out[0]!;
    const line = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _tributary; echo "\${COMPREPLY[@]}"`;
    return (await exec('bash', ['-c', `${script}\n${line}`])).stdout.trim().split(' ');
  };

  it('for bash contains commands, their second words, options and data sets', async () => {
    expect(await complete(['tributary', 'li'])).toEqual(['links', 'listen']);
    expect(await complete(['tributary', 'links', ''])).toEqual(['create', 'list']);
    expect(await complete(['tributary', 'export', 'o'])).toEqual(['orders']);
    expect(await complete(['tributary', 'links', 'create', '--f'])).toEqual(['--file']);
    expect(await complete(['tributary', 'links', 'list', '--st'])).toEqual(['--store', '--stats']);
    expect(await complete(['tributary', 'links', 'create', '--file', path.join(home, 'url')])).toEqual([
      path.join(home, 'urls.txt'),
    ]);
  });

  it('for zsh is that of bash, and the one for fish contains every option', async () => {
    expect((await tributary(['completion', 'zsh'])).out[0]).toMatch(
      /^#compdef tributary\n[\s\S]*complete -o default -F _tributary tributary$/,
    );
    const fish = (await tributary(['completion', 'fish'])).out[0]!;
    for (const { options } of COMMANDS)
      for (const option of Object.keys(options)) expect(fish).toContain(` -l ${option} `);
    // Quotes in texts would end the arguments of the script.
    for (const line of fish.split('\n'))
      expect([line, line.match(/'/g)?.length ?? 0]).toEqual([line, expect.toSatisfy((n: number) => n % 2 === 0)]);
  });
});

describe('the package', () => {
  it('is one program without dependencies', async () => {
    const exec = promisify(execFile);
    const folder = path.join(home, 'package');
    await exec(process.execPath, [path.join(import.meta.dirname, 'build.mjs'), folder]);
    const {
      bin,
      dependencies,
      private: isPrivate,
    } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    expect([bin, dependencies, isPrivate]).toEqual([{ tributary: 'tributary.js' }, undefined, undefined]);
    const program = path.join(folder, bin.tributary);
    const { stdout } = await exec(program, ['links', 'list', '--limit', '1', '--json'], {
      env: { ...process.env, ...asCreator },
    });
    expect(JSON.parse(stdout)).toMatchObject({ user_id: demo.ids.user });
    const failed = await exec(program, ['links', 'burn']).catch((error) => error);
    expect(failed.code).toBe(2);

    // An assistant starts the program as its server.
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const env = Object.assign({}, process.env, asCreator) as Record<string, string>;
    await client.connect(new StdioClientTransport({ command: program, args: ['mcp'], env }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('list_user_orders');
    const { content } = await client.callTool({ name: 'get_me', arguments: {} });
    expect(JSON.stringify(content)).toContain(`\\"id\\":${demo.ids.user}`);
    await client.close();
  });
});
