import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../tests/harness/application.ts';
import { afterThisFile } from '../../tests/harness/clean-up.ts';
import { openDemoMarket } from '../../tests/harness/demo.ts';
import { freePort } from '../../tests/harness/free-port.ts';
import { describeExamples } from './describe-examples.ts';
import { idempotentOperationsOf } from './generate.mjs';
import { installPackage } from './installed-package.ts';
import { ApiError, createClient } from './src/index.ts';
import { type ApiDocument, operationsOf, type SampleReply, typeProgram } from './type-program.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const root = path.join(here, '../..');

const { database, demo } = await openDemoMarket();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const { app } = await createTestApplication({ database, publicUrl: url });
await app.listen({ host: '127.0.0.1', port });
// Clients keep connections open, which would delay the end of the server.
afterThisFile(async () => app.server.closeAllConnections());
const document: ApiDocument = (await app.inject('/openapi.json')).json();

const { project, installed } = await installPackage(document);

describe('the package', () => {
  it('is complete, has no code outside of it, and is under 15 kB', async () => {
    const files = (await readdir(installed)).sort();
    expect(files).toEqual(
      expect.arrayContaining(['index.d.ts', 'index.js', 'LICENSE', 'package.json', 'README.md', 'schema.d.ts']),
    );
    expect(files.filter((file) => !/^[\w-]+\.d\.ts$/.test(file))).toEqual([
      'LICENSE',
      'README.md',
      'index.js',
      'node_modules',
      'package.json',
    ]);
    const code = await readFile(path.join(installed, 'index.js'), 'utf8');
    expect(gzipSync(code).length).toBeLessThan(15_000);
    expect(code).not.toMatch(/\bfrom\s*['"]|\bimport\s*\(|\brequire\s*\(|\bBuffer\b/);
    const {
      version,
      exports,
      private: isPrivate,
    } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'));
    expect([exports['.'], isPrivate]).toEqual([{ types: './index.d.ts', default: './index.js' }, undefined]);
    expect(version).toBe(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')).version);
  });

  it('is installed together with the command, which runs in plain Node', async () => {
    const command = path.join(project, 'node_modules/.bin/tributary');
    const env = { ...process.env, XDG_CONFIG_HOME: project, TRIBUTARY_URL: url, TRIBUTARY_TOKEN: demo.tokens.creator };
    const { stdout: help } = await run(command, ['--help'], { env });
    expect(help).toContain('links create');
    const { stdout } = await run(command, ['links', 'list', '--limit', '1', '--json'], { cwd: project, env });
    expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({ id: expect.any(Number) });
  });

  it('knows the operations that accept an idempotency key', async () => {
    expect(await readFile(path.join(here, 'src/idempotent-operations.ts'), 'utf8')).toBe(
      idempotentOperationsOf(document),
    );
  });

  it('reaches every operation of the running service', async () => {
    const client = createClient({ baseUrl: url, retries: 0 });
    const missed: unknown[] = [];
    // It exists on the host of sandboxes only: src/sandboxes/own-host.test.ts.
    const elsewhere = 'startSandboxSession';
    for (const { method, path, parameters = [], operationId } of operationsOf(document)) {
      if (operationId === elsewhere) continue;
      const ofPath = parameters.filter((one) => one.in === 'path');
      const values = ofPath.map(({ name, schema }) => [name, schema.enum?.[0] ?? 1]);
      const call = client[method as 'GET'] as unknown as (
        path: string,
        init: object,
      ) => Promise<{ response: Response }>;
      const init = { params: { path: Object.fromEntries(values) }, parseAs: 'text', redirect: 'manual' };
      const error = await call(path, init).catch((thrown) => thrown);
      const isMissed =
        error instanceof ApiError && (error.status === 405 || error.message === 'No query results for route.');
      if (isMissed || (error instanceof Error && !(error instanceof ApiError)))
        missed.push([operationId, error.message]);
    }
    expect(missed).toEqual([]);
    // The control: a path that the service does not have.
    const nothing = client.GET as unknown as (path: string) => Promise<unknown>;
    await expect(nothing('/v2/nothing')).rejects.toThrow('No query results for route.');
  });

  it('has correct types for every operation and for replies of the running service', async () => {
    const replies: SampleReply[] = [];
    const readable = operationsOf(document).filter(
      ({ method, parameters = [], responses }) =>
        method === 'GET' &&
        !parameters.some(({ required }) => required) &&
        responses['200']?.content?.['application/json'] !== undefined,
    );
    for (const { path } of readable) {
      const reply = await app.inject({ url: `${path}?size=2`, headers: { authorization: demo.tokens.admin } });
      if (reply.statusCode === 200 && reply.body.length < 20_000) replies.push({ path, body: reply.json() });
    }
    expect(replies.length).toBeGreaterThan(40);
    await writeFile(path.join(project, 'program.ts'), typeProgram(document, replies));
    expect(await compiled('program.ts', { noEmit: true, types: [] })).toBe('');
  });
});

/** Compiles a program of the project as strictly as the compiler can, and returns what it prints. */
async function compiled(program: string, options: object): Promise<string> {
  const strict = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    lib: ['es2023', 'dom', 'dom.iterable'],
  };
  const config = { compilerOptions: { ...strict, ...options }, files: [program] };
  await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify(config));
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', project]).catch((failed) => failed);
  return stdout;
}

describe('the example', () => {
  it('has every program of the guide', async () => {
    const guide = await readFile(path.join(root, 'docs/guides/client.md'), 'utf8');
    const blocks = [...guide.matchAll(/^```(?:js|ts)\n(.*?)^```$/gms)].map(([, block]) => block!);
    const names = (await readdir(path.join(here, 'examples'))).map((name) => path.join(here, 'examples', name));
    const examples = await Promise.all(names.map((name) => readFile(name, 'utf8')));
    expect(blocks.filter((block) => !examples.some((text) => text.includes(block)))).toEqual([]);
    expect(blocks.length).toBeGreaterThan(3);
  });
});

describe('the TypeScript example', () => {
  it('compiles in the strictest mode, and reports, approves and refunds an order', async () => {
    const types = { types: ['node'], typeRoots: [path.join(root, 'node_modules/@types')] };
    expect(await compiled('store-orders.ts', types)).toBe('');
    const env = { ...process.env, TRIBUTARY_URL: url, TRIBUTARY_TOKEN: demo.tokens.advertiser };
    const args = ['store-orders.js', String(demo.ids.store), `ts-${Date.now()}`];
    const { stdout } = await run(process.execPath, args, { cwd: project, env });
    expect(stdout).toMatch(/^nobody: no_click\n100\.00 [A-Z]{3}, commission 0\.00\n$/);
    const program = await readFile(path.join(here, 'examples/store-orders.ts'), 'utf8');
    expect(program).not.toMatch(/[\w)\]]!|@ts-|: any\b/);
  });
});

describeExamples('Node', [process.execPath], { app, url, database, demo, project });
