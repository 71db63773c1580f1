import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleServer } from '../../../tests/sample-server.ts';
import { everyone } from '../auth/policy.ts';
import { operation } from '../http/operation.ts';
import { file } from '../http/replies.ts';
import { EXPORT_FORMATS, EXPORT_MEDIA_TYPES, formatField, headingLanguage, sendExport } from './export.ts';
import type { Column } from './sheet.ts';

const columns: Column<string>[] = [{ header: 'Text', kind: 'text', cell: (row) => row }];
const random = () => Array.from({ length: 1_000 }, () => Math.random().toString(36)).join('');

/** The rows of one request: endless or failing. */
interface Source {
  batches: AsyncGenerator<string[]>;
  closed: Promise<void>;
}

function source(failAfter = Number.POSITIVE_INFINITY): Source {
  let close: () => void;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  async function* batches() {
    try {
      for (let given = 0; given < failAfter; given += 1) yield [random()];
      throw new Error('the database became unavailable');
    } finally {
      close();
    }
  }
  return { batches: batches(), closed };
}

let current: Source;
const app = sampleServer((server) =>
  operation(server, {
    method: 'GET',
    url: '/v2/things',
    operationId: 'exportThings',
    summary: 'Things as a file',
    tags: ['Things'],
    policy: everyone,
    query: { format: formatField(), lang: headingLanguage() },
    replies: { 200: file('The file.', ...EXPORT_MEDIA_TYPES) },
    handle: ({ query, reply }) =>
      sendExport(reply, query.format, {
        name: 'things',
        day: '2030-01-31',
        language: query.lang,
        columns,
        batches: current.batches,
      }),
  }),
);
const server = await app;
await server.listen({ host: '127.0.0.1', port: 0 });
const base = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/v2/things?format=`;
afterAll(async () => (await app).close());

describe.each(EXPORT_FORMATS)('An export as %s', (format) => {
  it('releases its rows when the caller closes the connection', async () => {
    current = source();
    const caller = new AbortController();
    const reply = await fetch(base + format, { signal: caller.signal });
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="things-2030-01-31.${format}"`);
    await reply.body!.getReader().read();
    caller.abort();
    await current.closed;
  });

  it('closes the connection when reading the rows fails, so that no caller mistakes a part for the whole', async () => {
    current = source(200);
    const reply = await fetch(base + format);
    expect(reply.status).toBe(200);
    await expect(reply.arrayBuffer()).rejects.toThrow();
  });
});
