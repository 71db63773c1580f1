import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveReferences } from '../../src/platform/http/resolve-references.ts';
import { createTestApplication } from '../harness/application.ts';

const NAMES = path.join(import.meta.dirname, 'schema-names.txt');

interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: object;
  components: { schemas: Record<string, Schema>; responses: Record<string, unknown> };
}

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

type Schema = { [keyword: string]: unknown };

const { app } = await createTestApplication();
const document = (await app.inject('/openapi.json')).json<Document>();
const { schemas, responses } = document.components;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Calls `visit` for every object in the value, except in examples. */
function everyObject(value: unknown, visit: (found: Schema) => void): void {
  if (Array.isArray(value)) for (const inner of value) everyObject(inner, visit);
  if (!isSchema(value)) return;
  visit(value);
  for (const [key, inner] of Object.entries(value)) if (!/^(?:x-)?examples?$/.test(key)) everyObject(inner, visit);
}

describe('The schemas of the API document', () => {
  it('have the recorded names: SCHEMA_NAMES=add records new ones, and none is removed or renamed', async () => {
    const names = Object.keys(schemas);
    const recorded = (await readFile(NAMES, 'utf8')).split('\n').filter(Boolean);
    expect(recorded.filter((name) => !names.includes(name))).toEqual([]);
    if (process.env['SCHEMA_NAMES'] === 'add') await writeFile(NAMES, `${names.join('\n')}\n`);
    else expect(names.filter((name) => !recorded.includes(name))).toEqual([]);
  });

  it('are all used, and every reference leads to something', () => {
    const used = new Set<unknown>();
    everyObject(document, ({ $ref }) => used.add($ref));
    const paths = [
      ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
      ...Object.keys(responses).map((name) => `#/components/responses/${name}`),
    ];
    expect(paths.filter((one) => !used.has(one))).toEqual([]);
    expect(() => resolveReferences(document)).not.toThrow();
  });

  it('are not written out twice', () => {
    const counts = new Map<string, number>();
    const components = new Set<unknown>(Object.values(schemas));
    everyObject(document, (found) => {
      const { description, examples, default: usual, deprecated, ...values } = found;
      if (!isSchema(values['properties']) || Object.keys(values['properties']).length === 0) return;
      if (values['type'] !== 'object' || components.has(found)) return;
      const text = JSON.stringify(values);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    });
    expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
  });

  it('name the body and the JSON reply of every operation, or its records', () => {
    const isNamed = ({ $ref, type, items, anyOf, properties, additionalProperties }: Schema): boolean => {
      if ($ref !== undefined) return true;
      if (type === 'array') return isNamed(items as Schema);
      if (anyOf !== undefined) return (anyOf as Schema[]).every(isNamed);
      return properties === undefined && additionalProperties === undefined;
    };
    const unnamed = operations.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)]
        .flatMap((one) => Object.values(one?.content ?? {}))
        .filter(({ schema }) => !isNamed(schema))
        .map(({ schema }) => [operationId, schema]),
    );
    expect(unnamed).toEqual([]);
  });

  it('have the names of records, bodies, pages and errors that the documentation uses', () => {
    const names = [
      'Order',
      'Campaign',
      'CampaignInput',
      'CampaignPage',
      'OrderReportInput',
      'Money',
      'ValidationError',
    ];
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(names));
    const reply = (operationId: string, status: string) =>
      operations.find((one) => one.operationId === operationId)?.responses[status]?.content?.['application/json']
        ?.schema;
    expect(reply('listStoreOrders', '200') ?? reply('listOrders', '200')).toEqual({
      $ref: '#/components/schemas/OrderPage',
    });
  });
});
