import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { resolveReferences } from '../src/platform/http/resolve-references.ts';
import { createTestApplication } from './harness/application.ts';

/** The interface's endpoints in the form `GET /v2/stores`. An endpoint with an optional part is two endpoints. */
function interfaceEndpoints(): string[] {
  const [, ...lines] = readFileSync(path.join(import.meta.dirname, 'endpoints.tsv'), 'utf8')
    .trim()
    .split('\n');
  return lines.flatMap((line) => {
    const [method = '', url = ''] = line.split('\t');
    const optional = /\/\{(\w+)\?\}$/;
    const urls = optional.test(url) ? [url.replace(optional, ''), url.replace(optional, '/{$1}')] : [url];
    return urls.map((one) => `${method} ${one}`);
  });
}

interface Content {
  content?: Record<string, { schema?: object }>;
}

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  'x-policy'?: string;
  responses: Record<string, Content>;
  parameters?: {
    in: string;
    name: string;
    required?: boolean;
    description?: string;
    schema: { enum?: unknown[]; items?: { enum?: unknown[] } };
  }[];
  requestBody?: Content;
}

let operations: Map<string, Operation>;
beforeAll(async () => {
  const { app } = await createTestApplication();
  const document = resolveReferences((await app.inject('/openapi.json')).json());
  operations = new Map(
    Object.entries<Record<string, Operation>>(document.paths).flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${url}`, operation] as const),
    ),
  );
});

const wanted = interfaceEndpoints();

test('no endpoint of the interface is declared as an addition, whose rules are stricter', () => {
  const ours = wanted.filter((name) => operations.get(name)?.description?.includes('An addition of Tributary'));
  expect(ours).toEqual([]);
});

/** Paths of schemas that may be an array without a schema of its items. */
function arraysWithoutItems(node: unknown, place = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, items, prefixItems } = node as Record<string, unknown>;
  const isArray = [type].flat().includes('array') && (items ?? prefixItems) === undefined;
  const below = Object.entries(node).flatMap(([name, child]) => arraysWithoutItems(child, `${place}/${name}`));
  return isArray ? [place, ...below] : below;
}

/** Verbs that begin summaries of operations that remove something, and of those that only read. */
const REMOVES = /^(?:Delete|Remove|Revoke|End|Leave|Detach|Take)\b/;
const READS = /^(?:Read|List|Search|Count|Download|Explain)\b/;

test('Each summary begins with what its method does', () => {
  const slipped = [...operations].filter(([name, { summary = '' }]) => {
    const [method] = name.split(' ');
    if (method === 'GET') return REMOVES.test(summary) || /^(?:Change|Replace|Create|Set)\b/.test(summary);
    if (method === 'DELETE') return READS.test(summary) || /^(?:Change|Create|Set)\b/.test(summary);
    return (method === 'PUT' || method === 'PATCH') && (READS.test(summary) || /^(?:Delete|Remove)\b/.test(summary));
  });
  expect(slipped.map(([name, { summary }]) => `${name}: ${summary}`)).toEqual([]);
});

describe('The interface', () => {
  it('is read completely: 142 endpoints, one of them under two paths', () => {
    expect(wanted).toHaveLength(143);
    expect(new Set(wanted).size).toBe(143);
  });

  it('is implemented completely', () => {
    expect(wanted.filter((endpoint) => !operations.has(endpoint))).toEqual([]);
  });

  it('is distinguished from additions, which are marked', () => {
    const known = new Set(wanted);
    for (const [name, { description = '' }] of operations) {
      const isAddition = description.includes('An addition of Tributary');
      // An endpoint of the interface may have an additional body; any other endpoint is an addition.
      if (!known.has(name)) expect([name, isAddition]).toEqual([name, true]);
    }
  });

  it('keeps its own names of path parameters', () => {
    const shape = (endpoint: string) => endpoint.replaceAll(/\{\w+\}/g, '{}');
    const shapes = new Map(wanted.map((endpoint) => [shape(endpoint), endpoint]));
    for (const name of operations.keys()) {
      const meant = shapes.get(shape(name));
      if (meant !== undefined && !wanted.includes(name)) expect(name).toBe(meant);
    }
  });
});

/** Replies without a body that other standards prescribe: the Model Context Protocol for notifications, RFC 7009 for revocations. */
const EMPTY_BY_STANDARD = new Set(['POST /mcp 202', 'POST /oauth/revoke 200']);

describe('Each operation', () => {
  it('states its purpose, its callers and its errors', () => {
    for (const [name, operation] of operations) {
      const { operationId, summary, tags, security, description } = operation;
      expect([name, operationId]).toEqual([name, expect.stringMatching(/^[a-z][A-Za-z0-9]+$/)]);
      expect([name, summary]).toEqual([name, expect.stringMatching(/\S/)]);
      expect([name, operation['x-policy']]).toEqual([name, expect.stringMatching(/\S/)]);
      expect([name, description]).toEqual([name, expect.stringContaining('Who may call:')]);
      expect([name, tags?.length]).toEqual([name, 1]);
      expect([name, Array.isArray(security)]).toEqual([name, true]);
      const statuses = Object.keys(operation.responses);
      expect([name, statuses]).toEqual([name, expect.arrayContaining(['500'])]);
      expect([name, statuses.some((status) => status < '400')]).toEqual([name, true]);
      if (security!.length > 0) expect([name, statuses]).toEqual([name, expect.arrayContaining(['401', '429'])]);
    }
  });

  it('has a reply schema, or no content', () => {
    for (const [name, { responses }] of operations) {
      for (const [status, { content }] of Object.entries(responses)) {
        const isEmpty = ['204', '302', '303', '304'].includes(status) || EMPTY_BY_STANDARD.has(`${name} ${status}`);
        if (isEmpty) expect([name, status, content]).toEqual([name, status, undefined]);
        else {
          const forms = Object.values(content ?? {}).map(({ schema }) => Object.keys(schema ?? {}).length > 0);
          expect([name, status, forms.length > 0 && forms.every(Boolean)]).toEqual([name, status, true]);
        }
      }
    }
  });

  it('documents the errors that its input can cause', () => {
    for (const [name, { responses, parameters = [], requestBody }] of operations) {
      const statuses = Object.keys(responses);
      const json = requestBody?.content?.['application/json'];
      if (json !== undefined || parameters.some((parameter) => parameter.in === 'query'))
        expect([name, statuses]).toEqual([name, expect.arrayContaining(['422'])]);
      if (requestBody !== undefined)
        expect([name, statuses]).toEqual([name, expect.arrayContaining(['400', '413', '415'])]);
    }
  });

  it('has query fields with a description or an enumeration', () => {
    for (const [name, { parameters = [] }] of operations) {
      for (const { in: place, name: field, description, schema } of parameters) {
        if (place !== 'query') continue;
        const says = description ?? schema.enum ?? schema.items?.enum;
        expect([name, field, says]).toEqual([name, field, expect.anything()]);
      }
    }
  });

  it('is readable by tools: arrays have items, bodies take no unknown fields, addresses have a maximum length', () => {
    /** The bodies of these operations come from other systems, whose standards let them add fields. */
    const isOthers = (name: string) => ['/v2/webhooks/', '/oauth/', '/mcp'].some((part) => name.includes(part));
    for (const [name, operation] of operations) {
      expect([name, arraysWithoutItems(operation)]).toEqual([name, []]);
      const { responses, requestBody } = operation;
      expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining(['431'])]);
      const body = requestBody?.content?.['application/json']?.schema as Record<string, unknown> | undefined;
      if (body === undefined || isOthers(name)) continue;
      const branches = (body['anyOf'] ?? [body]) as Record<string, unknown>[];
      const isClosed = branches.every(
        (one) => one['additionalProperties'] === false || one['unevaluatedProperties'] === false,
      );
      expect([name, isClosed]).toEqual([name, true]);
    }
  });

  it('has an id and a path parameter list of its own', () => {
    const ids = [...operations.values()].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [name, { parameters = [] }] of operations) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
      expect([name, inPath.sort()]).toEqual([name, [...name.matchAll(/\{(\w+)\}/g)].map(([, one]) => one).sort()]);
    }
  });
});
