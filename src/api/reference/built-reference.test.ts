import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { createTestApplication } from '../../../tests/harness/application.ts';
import { afterThisFile } from '../../../tests/harness/clean-up.ts';
import { readConfig } from '../../config.ts';
import { documentedApp } from '../../openapi-document.ts';
import { openBuiltReference, writeReference } from './built-reference.ts';
import { renderReference } from './render-reference.ts';

const ADDRESS = 'https://links.example.com/base';
const folder = await mkdtemp(path.join(os.tmpdir(), 'tributary-reference-'));
afterThisFile(() => rm(folder, { recursive: true }));
await writeReference(folder, (publicUrl) => documentedApp({ ...readConfig({}), publicUrl }));

const { app: built } = await createTestApplication({ publicUrl: ADDRESS, reference: folder });
const { app: made } = await createTestApplication({ publicUrl: ADDRESS });
const slugs = renderReference(made, ADDRESS).slugs();

async function replyOf(app: FastifyInstance, url: string) {
  const { statusCode, headers, body } = await app.inject(url);
  const { 'content-type': type, etag } = headers;
  return { statusCode, type, etag, body };
}

it('the built reference equals that of the routes, with the public address of the server', async () => {
  expect(slugs.length).toBeGreaterThan(40);
  for (const url of ['/openapi.json', '/docs', ...slugs.map((slug) => `/docs/${slug}`)]) {
    const reply = await replyOf(built, url);
    // Compared without a matcher, because a failure would print 4 MB.
    expect([url, JSON.stringify(reply) === JSON.stringify(await replyOf(made, url))]).toEqual([url, true]);
    expect(reply.statusCode).toBe(200);
  }
  expect((await replyOf(built, '/openapi.json')).body).toContain(`{"url":"${ADDRESS}"}`);
});

it('a built server collects no routes', () => {
  expect(built.hasDecorator('swagger')).toBe(false);
  expect(made.hasDecorator('swagger')).toBe(true);
});

it('an address without a page is not found, and reads no other file', async () => {
  for (const url of ['/docs/nothing', '/docs/..%2Fopenapi', '/docs/links.html', '/docs/links/x']) {
    const reply = await replyOf(built, url);
    expect(reply).toEqual(await replyOf(made, url));
    expect(reply.statusCode).toBe(404);
  }
});

it('an address that examples would escape is not written to files', () => {
  for (const address of [ADDRESS, 'http://[::1]:3000', 'https://x.example/%20a'])
    expect(openBuiltReference(folder, address)).not.toBeNull();
  for (const address of ["https://x.example/it's", 'https://x.example/a&b', 'https://x.example/$HOME'])
    expect(openBuiltReference(folder, address)).toBeNull();
});
