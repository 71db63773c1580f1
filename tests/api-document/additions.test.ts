import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../harness/application.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  deprecated?: boolean;
}

interface Operation {
  operationId: string;
  method: string;
  url: string;
  tags: string[];
  deprecated?: boolean;
  'x-addition'?: boolean;
  'x-stability'?: string;
  'x-section'?: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, { schema: Schema }> }>;
}

const { app } = await createTestApplication();
const document = (await app.inject('/openapi.json')).json();
const { schemas, headers, responses } = document.components;
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([url, methods]) =>
  Object.entries(methods).map(([method, one]) => ({ ...one, method, url })),
);
/** An operation that ends has a successor, which follows the rules. */
const additions = operations.filter((one) => one['x-addition'] && !one.deprecated);

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1)!];

/** The successful JSON reply of an operation. */
const replyOf = ({ responses: replies }: Operation): Schema | undefined =>
  Object.entries(replies).find(([status]) => status < '300')?.[1].content?.['application/json']?.schema;

/** A list is a page or continues behind a cursor. A list that is always complete has `data` alone. */
function listFaults(operation: Operation): string[] {
  const schema = replyOf(operation);
  if (schema === undefined) return [];
  const { type, properties = {} } = resolved(schema);
  if (type === 'array') return [`${operation.operationId} replies with a bare array`];
  if (operation.method !== 'get' || properties['data']?.type !== 'array') return [];
  const { meta, ...others } = properties;
  const continues = Object.entries(others).filter(
    ([name, { deprecated = false }]) => /^(next|after|next_after|has_more|cursor)$/.test(name) && !deprecated,
  );
  const known = meta === undefined ? [] : Object.keys(resolved(meta).properties ?? {});
  const isMeant = meta === undefined || known.includes('next_cursor') || known.includes('current_page');
  return isMeant && continues.length === 0 ? [] : [`${operation.operationId} has an envelope of its own`];
}

/** Amounts are `Money`, or the `Amount` of the interface. A field in minor units may remain as the earlier name of one. */
function moneyFaults(operation: Operation): string[] {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const { $ref, properties = {} } = value as Schema;
    if ($ref !== undefined) {
      const target = $ref.split('/').at(-1)!;
      if ($ref.includes('/schemas/')) visit(schemas[target], target);
    }
    for (const [field, { deprecated = false }] of Object.entries(properties))
      if (field.endsWith('_minor') && !deprecated) found.add(`${name}.${field} is an amount without a currency`);
    for (const inner of Object.values(value)) visit(inner, name);
  };
  visit(operation.requestBody, operation.operationId);
  visit(replyOf(operation), operation.operationId);
  return [...found];
}

describe('Additions to the interface', () => {
  it('have the lists and amounts of docs/api-policy.md', () => {
    const faults = new Set(additions.flatMap((one) => [...listFaults(one), ...moneyFaults(one)]));
    expect([...faults]).toEqual([]);
  });

  it('say that they are additions, and how stable they are', () => {
    for (const operation of operations)
      expect([operation.operationId, operation['x-stability']]).toEqual([
        operation.operationId,
        operation['x-addition'] ? expect.stringMatching(/^(?:stable|beta)$/) : undefined,
      ]);
    expect(additions.length).toBeGreaterThan(300);
  });

  it('are called by the console and by our programs under the names that remain', () => {
    const ended = new Set(operations.filter((one) => one.deprecated).map(({ url }) => url));
    for (const { url } of operations.filter((one) => !one.deprecated)) ended.delete(url);
    const root = path.join(import.meta.dirname, '../..');
    const called = ['console/src', 'packages/client/src', 'packages/cli/src', 'src/cli'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|d)\.ts$/.test(file))
        .flatMap((file) => {
          const text = readFileSync(path.join(root, folder, file), 'utf8');
          return [...ended].filter((url) => text.includes(`'${url}'`)).map((url) => `${folder}/${file}: ${url}`);
        }),
    );
    expect(called).toEqual([]);
    expect(ended.size).toBeGreaterThanOrEqual(7);
  });
});

describe('The document', () => {
  it('has a date as its version, and few tags in groups, with the section of each operation', () => {
    expect(document.info.version).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const names = document.tags.map(({ name }: { name: string }) => name);
    expect(document['x-tagGroups'].flatMap(({ tags }: { tags: string[] }) => tags)).toEqual(names);
    expect(names.length).toBeLessThanOrEqual(16);
    for (const { tags, 'x-section': section } of operations)
      expect([section, names.includes(tags[0])]).toEqual([expect.any(String), true]);
  });

  it('names the headers that replies have', async () => {
    const documented = (name: string, status: number) => {
      const reply = operations.find(({ operationId }) => operationId === name)!.responses[status] as {
        $ref?: string;
        headers?: object;
      };
      const { headers: own = {} } = reply.$ref === undefined ? reply : responses[reply.$ref.split('/').at(-1)!];
      return Object.keys(own);
    };
    const sent = async (url: string) => Object.keys((await app.inject(url)).headers);
    expect(await sent('/v2/site')).toEqual(expect.arrayContaining(documented('getSite', 200)));
    expect(documented('getSite', 200)).toEqual(
      expect.arrayContaining(['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']),
    );
    expect(await sent('/v2/me')).toEqual(expect.arrayContaining(documented('getMe', 401)));
    expect([documented('getMe', 429), documented('getMe', 503)]).toEqual([
      expect.arrayContaining(['retry-after', 'x-ratelimit-limit', 'x-request-id']),
      expect.arrayContaining(['retry-after', 'x-request-id']),
    ]);
    expect(Object.keys(headers).length).toBeGreaterThan(4);
  });
});
