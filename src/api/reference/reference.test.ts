import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestApplication } from '../../../tests/harness/application.ts';
import { resolveReferences } from '../../platform/http/resolve-references.ts';
import { type ApiDocument, sectionsOf } from './document.ts';
import { sampleOf } from './sample.ts';
import { snippetsOf } from './snippets.ts';

const { app } = await createTestApplication();
const document = resolveReferences((await app.inject('/openapi.json')).json<ApiDocument>());
const sections = sectionsOf(document);
const operations = sections.flatMap((section) => section.operations);

const get = (url: string) => app.inject({ url, headers: { 'accept-encoding': 'br' } });
const pages = await Promise.all(
  ['/docs', ...sections.map(({ slug }) => `/docs/${slug}`)].map(async (url) => ({
    url,
    size: (await get(url)).rawPayload.length,
    text: (await app.inject(url)).body,
  })),
);

/** Runs a syntax check. Returns what it writes to standard error, or null if the program is not installed. */
async function check(program: string, args: string[]): Promise<string | null> {
  try {
    return (await promisify(execFile)(program, args)).stderr;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

describe('The API reference', () => {
  it('is small: all pages are below 1 MB, and each page with its files below 60 kB', async () => {
    const files = [...pages[0]!.text.matchAll(/(?:src|href)="(\/docs\/reference\.[^"]*)"/g)].map(([, url]) => url!);
    expect(files).toHaveLength(2);
    const sizes = await Promise.all(files.map(async (url) => (await get(url)).rawPayload.length));
    expect(pages.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(1_000_000);
    for (const { url, size } of pages) expect([url, size + sizes[0]! + sizes[1]! < 60_000]).toEqual([url, true]);
  });

  it('is readable offline: nothing is loaded from elsewhere, and no script or style is inline', async () => {
    for (const url of ['/docs', '/docs/', '/docs/links']) {
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self'; base/,
      );
    }
    for (const { text } of pages)
      expect(text).not.toMatch(/(?:src|<link [^>]*href)="https?:|<script(?![^>]* src=)|<style| style="| on\w+="/);
    const again = await app.inject({
      url: '/docs',
      headers: { 'if-none-match': String((await app.inject('/docs')).headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it('has each operation once, and no broken link', () => {
    const idsOf = new Map(
      pages.map(({ url, text }) => [url, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!))]),
    );
    const links = pages.flatMap(({ url, text }) =>
      [...text.matchAll(/href="((?:\/docs[^"?]*)?(?:#[^"]*)?)"/g)].map(([, href]) => new URL(href!, `http://h${url}`)),
    );
    expect(links.length).toBeGreaterThan(2 * operations.length);
    const broken = links.filter(({ pathname, hash }) => {
      const ids = idsOf.get(pathname);
      return ids === undefined || (hash !== '' && !ids.has(hash.slice(1)));
    });
    expect(broken.map(String)).toEqual([]);
    for (const { slug, operations: own } of sections)
      for (const { id } of own) expect([slug, id, idsOf.get(`/docs/${slug}`)!.has(id)]).toEqual([slug, id, true]);
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  });

  it('has examples in each language that their tools can read', async () => {
    const snippets = operations
      .filter(({ isWebhook }) => !isWebhook)
      .map((one) => snippetsOf(one, 'https://t.example'));
    expect(snippets.length).toBeGreaterThan(500);
    for (const { typescript } of snippets) parseAst(typescript, { lang: 'ts' });
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tributary-reference-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [shell, python] = [path.join(folder, 'all.sh'), path.join(folder, 'all.json')];
    await writeFile(shell, snippets.map(({ curl }) => curl).join('\n'));
    await writeFile(python, JSON.stringify(snippets.map((one) => one.python)));
    expect((await check('bash', ['-n', shell])) ?? '').toBe('');
    const program = 'import ast, json, sys\nfor one in json.load(open(sys.argv[1])): ast.parse(one)';
    expect((await check('python3', ['-c', program, python])) ?? '').toBe('');
  });

  it('describes a value by its own example, and otherwise by its type', () => {
    expect(sampleOf({ type: 'string', examples: ['a'], enum: ['b'] })).toBe('a');
    expect(sampleOf({ type: ['null', 'integer'], minimum: 5 })).toBe(5);
    expect(sampleOf({ type: 'array', items: { type: 'string', format: 'date' } })).toEqual(['2026-01-31']);
    expect(sampleOf({ type: 'object', required: ['a'], properties: { a: { type: 'boolean' }, b: {} } })).toEqual({
      a: true,
    });
    expect(sampleOf({ anyOf: [{ type: 'string', minLength: 6 }] })).toHaveLength(6);
  });

  it('escapes characters that a shell, TypeScript or Python would interpret', () => {
    const body = { text: `it's "true" \\ null $HOME`, none: null, yes: true, many: [false] };
    const operation = { id: 'x', method: 'POST', path: '/v2/x/{x}', parameters: [], isWebhook: false };
    const { curl, typescript, python } = snippetsOf(
      { ...operation, requestBody: { content: { 'application/json': { example: body } } } },
      'https://t.example',
    );
    expect(curl).toContain(`it'\\''s \\"true\\" \\\\ null $HOME`);
    expect(typescript).toContain(JSON.stringify(body.text));
    expect(python).toContain(JSON.stringify(body.text));
    expect(python).toMatch(/"none": None,\s+"yes": True,\s+"many": \[\s+False/);
  });
});
