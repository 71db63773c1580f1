import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { refreshDemoFile } from '../../src/demo/index.ts';
import { startBilling } from '../../src/modules/orders/index.ts';
import { createCalendar } from '../../src/platform/calendar.ts';
import { createTestApplication } from '../harness/application.ts';
import { afterThisFile } from '../harness/clean-up.ts';
import { createTestDatabase } from '../harness/database.ts';
import { openDemoMarket } from '../harness/demo.ts';
import { silentLog } from '../harness/embedded.ts';
import { freePort } from '../harness/free-port.ts';
import { serveCommandLine } from './command-line.ts';
import { COMMANDS_NOT_RUN, ONLY_IN_CI, OTHER_BLOCKS, REQUESTS_NOT_SENT } from './not-run.ts';
import { commandsOf, isOfForm, readPage } from './pages.ts';
import { PAGES } from './scripts.ts';
import { runScript } from './shell.ts';

const pages = Object.keys(PAGES).map(readPage);
const { database, deps } = await openDemoMarket();
/** The requests that the service has received so far, as `METHOD /path`. */
const sent: string[] = [];

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
await refreshDemoFile({ ...deps.config, publicUrl: url });
const { app } = await createTestApplication({ database, publicUrl: url, hasSandboxes: true });
app.server.on('request', (request) => sent.push(`${request.method} ${request.url}`));
await app.listen({ host: '127.0.0.1', port });
const receiver = await serveReceiver();
// As a running service does, but without waiting for further events.
const billing = startBilling(
  { db: database.db, now: () => new Date(), log: silentLog() },
  { calendar: createCalendar('UTC'), pauseMs: 200, quietMs: 0 },
);
afterThisFile(() => billing.stop());

/** The folder in which the commands run. It contains the files of the project that they need, and `.data`. */
const project = await mkdtemp(path.join(tmpdir(), 'tributary-instructions-'));
afterThisFile(() => rm(project, { recursive: true, force: true }));
await symlink(deps.config.dataDir, path.join(project, '.data'));
await cp('deploy', path.join(project, 'deploy'), { recursive: true });
for (const name of [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'migrations',
  'node_modules',
  'docs',
  'packages',
  'console/package.json',
])
  await cpOrLink(name);
const empty = await createTestDatabase('template0');
const cli = await serveCommandLine((dataDir) => ({
  LOG_LEVEL: 'silent',
  PUBLIC_URL: url,
  DATA_DIR: dataDir === '' ? deps.config.dataDir : dataDir,
  // A new folder gets a new database.
  DATABASE_URL: dataDir === '' ? database.url : empty.url,
  ENCRYPTION_KEY: '5a'.repeat(32),
}));

// As `npm start` does.
await promisify(execFile)(process.execPath, ['packages/cli/build.mjs']);

async function cpOrLink(name: string): Promise<void> {
  const target = path.join(project, name);
  if (name.includes('/')) await cp(name, target, { recursive: true });
  else await symlink(path.resolve(name), target);
}

/** A receiver of webhooks and postbacks, which accepts every request. */
async function serveReceiver(): Promise<string> {
  const server = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterThisFile(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

const isRun = (command: string) =>
  !(command in COMMANDS_NOT_RUN) && (process.env['CI'] !== undefined || !ONLY_IN_CI.test(command));

/** The page's commands that are run, with the values that the reader fills in. */
function scriptOf(file: string): string {
  const { before = '', fill = [], after = '' } = PAGES[file]!;
  // Each block begins in the project's folder.
  const commands = readPage(file)
    .blocks.filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => ['cd "$PROJECT"', ...commandsOf(text).filter(isRun)]);
  const filled = fill.reduce((text, [from, to]) => {
    expect(text, `${file} holds ${from}`).toContain(from);
    return text.replaceAll(from, to);
  }, commands.join('\n'));
  const variables = `URL=${url}\nHOST=${new URL(url).host}\nRECEIVER=${receiver}\nWAREHOUSE=${database.url}\nBI_READER=${new URL(database.url).username}\n`;
  return `${variables}${before}\n${filled.replaceAll('http://127.0.0.1:3000', url).replaceAll('/tmp/', `${project}/`)}\n${after}\n`;
}

describe('A shell text', () => {
  it.each([
    ['a # b\n\nc', ['a', 'c']],
    [`a "b\nc" 'd # e'\nf`, [`a "b\nc" 'd # e'`, 'f']],
    ['x=$(a \\\n  b | c)\nd', ['x=$(a \\\n  b | c)', 'd']],
    ['a() { b; }\nc "\\"" #d', ['a() { b; }', 'c "\\""']],
  ])('%j is split into commands', (text, commands) => {
    expect(commandsOf(text)).toEqual(commands);
  });
});

describe('The instructions', () => {
  it('include every guide, use known languages, and contain each command that is listed as not run', async () => {
    const guides = (await readdir('docs/guides')).filter((name) => name.endsWith('.md'));
    expect(Object.keys(PAGES)).toEqual(expect.arrayContaining(guides.map((name) => `docs/guides/${name}`)));
    for (const { file, blocks } of pages)
      for (const { language } of blocks)
        expect([file, ['sh', ...Object.keys(OTHER_BLOCKS)]]).toEqual([file, expect.arrayContaining([language])]);
    const written = new Set(pages.flatMap(({ commands }) => commands));
    expect(Object.keys(COMMANDS_NOT_RUN).filter((command) => !written.has(command))).toEqual([]);
  });

  it.each(Object.keys(PAGES))(
    'of %s run unchanged, in their order',
    async (file) => {
      const { status, stdout, stderr } = await runScript(scriptOf(file), { project, cli });
      // Some commands report their progress on standard error.
      expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
      expect(stderr).not.toMatch(/^(?:REFUSED|FAILED)/m);
      const { prints = [], printsInCi = [] } = PAGES[file]!;
      for (const line of process.env['CI'] === undefined ? prints : [...prints, ...printsInCi])
        expect(stdout).toMatch(line);
      // Takes minutes on a busy machine; on an idle one, all pages take half a minute.
    },
    600_000,
  );

  it('that name a request in their text send it, too', () => {
    const named = pages.flatMap(({ file, requests }) => requests.map((form) => ({ file, form })));
    const isSent = (form: string) => sent.some((request) => isOfForm(request, form));
    expect(named.filter(({ form }) => !(form in REQUESTS_NOT_SENT) && !isSent(form))).toEqual([]);
    const unused = Object.keys(REQUESTS_NOT_SENT).filter(
      (form) => isSent(form) || !named.some((each) => each.form === form),
    );
    expect(unused).toEqual([]);
  });
});
