import { CREDENTIALS, type ExecuteFunctions, type Item, type Property, send } from './n8n.ts';
import { OPERATIONS, type Operation, parameterOf, propertiesOf } from './operations.ts';

const PAGE_SIZE = 100;
/** Parameters of the operation "Any Request". */
const ANY = { resource: ['any'] };
const LISTS = OPERATIONS.filter(({ isList }) => isList);

const chooser = (resource: Operation['resource']): Property => {
  const own = OPERATIONS.filter((one) => one.resource === resource);
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: own[0]!.name,
    options: own.map(({ label, name, action }) => ({ name: label, value: name, action })),
    displayOptions: { show: { resource: [resource] } },
  };
};

/** Calls the API of Tributary once for each item. */
export class Tributary {
  description = {
    displayName: 'Tributary',
    name: 'tributary',
    icon: 'fa:link',
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["resource"] + ": " + $parameter["operation"]}}',
    description: 'Create tracked links, report orders and read statistics',
    defaults: { name: 'Tributary' },
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: CREDENTIALS, required: true }],
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        default: 'order',
        options: [
          { name: 'Link', value: 'link' },
          { name: 'Order', value: 'order' },
          { name: 'Statistics', value: 'statistics' },
          { name: 'Any Request', value: 'any' },
        ],
      },
      chooser('link'),
      chooser('order'),
      chooser('statistics'),
      ...propertiesOf(OPERATIONS),
      {
        displayName: 'Limit',
        name: 'limit',
        type: 'number',
        typeOptions: { minValue: 1, maxValue: 10_000 },
        default: 50,
        description: 'The largest number of records',
        displayOptions: { show: { operation: LISTS.map(({ name }) => name) } },
      },
      {
        displayName: 'Method',
        name: 'method',
        type: 'options',
        default: 'GET',
        options: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((value) => ({ name: value, value })),
        displayOptions: { show: ANY },
      },
      {
        displayName: 'Path',
        name: 'path',
        type: 'string',
        default: '/v2/me',
        required: true,
        description: 'As the API reference of your installation shows it',
        displayOptions: { show: ANY },
      },
      { displayName: 'Query', name: 'query', type: 'json', default: '{}', displayOptions: { show: ANY } },
      { displayName: 'Body', name: 'body', type: 'json', default: '{}', displayOptions: { show: ANY } },
    ] satisfies Property[],
  };

  /** @returns one output, with the record of each request, or the records of each list */
  async execute(this: ExecuteFunctions): Promise<Item[][]> {
    const results: Item[] = [];
    for (const index of this.getInputData().keys()) {
      const pairedItem = { item: index };
      try {
        for (const json of await call(this, index)) results.push({ json, pairedItem });
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        results.push({ json: { error: error instanceof Error ? error.message : String(error) }, pairedItem });
      }
    }
    return [results];
  }
}

type Json = Record<string, unknown>;

async function call(it: ExecuteFunctions, index: number): Promise<Json[]> {
  const given = (name: string) => it.getNodeParameter(name, index, '');
  if (given('resource') === 'any') return callAny(it, given);
  const operation = OPERATIONS.find(({ name }) => name === given('operation'));
  if (operation === undefined) throw new Error(`There is no operation ${given('operation')}`);
  const parts: { path: Json; query: Json; body: Json } = { path: {}, query: {}, body: {} };
  for (const field of operation.fields) {
    const value = given(parameterOf(operation, field));
    if (value === '' || value === null || value === undefined) continue;
    parts[field.in][field.name] = field.type === 'json' ? jsonOf(field.label, value) : value;
  }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parts.path[name])),
  );
  if (LISTS.includes(operation)) return readList(it, path, parts.query, Number(given('limit')));
  const isRead = operation.method === 'GET';
  return [await send(it, operation.method, path, isRead ? { qs: parts.query } : { body: parts.body })];
}

/** Reads the pages of a list until it ends or `limit` records are read. */
async function readList(it: ExecuteFunctions, path: string, query: Json, limit: number): Promise<Json[]> {
  const records: Json[] = [];
  for (let page = 1; records.length < limit; page++) {
    const reply = await send(it, 'GET', path, { qs: { ...query, page, size: PAGE_SIZE } });
    const data = reply['data'] as Json[];
    records.push(...data);
    if (data.length < PAGE_SIZE) break;
  }
  return records.slice(0, limit);
}

/** Sends a request as the person has written it. The records of a list are items of their own. */
async function callAny(it: ExecuteFunctions, given: (name: string) => unknown): Promise<Json[]> {
  const [method, path] = [String(given('method')), String(given('path'))];
  // The token must reach no other host.
  if (!/^\/(?!\/)/.test(path)) throw new Error('Path must begin with one /');
  const qs = jsonOf('Query', given('query'));
  const reply = await send(it, method, path, method === 'GET' ? { qs } : { qs, body: jsonOf('Body', given('body')) });
  const { data } = reply ?? {};
  return Array.isArray(data) ? (data as Json[]) : [reply ?? {}];
}

function jsonOf(label: string, value: unknown): Json {
  if (typeof value === 'object' && value !== null) return value as Json;
  try {
    return JSON.parse(String(value || '{}')) as Json;
  } catch {
    throw new Error(`${label} must be JSON`);
  }
}
