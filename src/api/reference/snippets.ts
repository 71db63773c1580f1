import type { ReferenceOperation } from './document.ts';
import { sampleOf } from './sample.ts';

/** The languages of the examples, in the order in which they are offered. */
export const SNIPPET_LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const;

export type SnippetLanguage = keyof typeof SNIPPET_LANGUAGES;

/** The placeholder of the token in examples. `script.ts` can replace it with the reader's own token. */
export const TOKEN_PLACES: Record<SnippetLanguage, string> = {
  curl: '$TRIBUTARY_TOKEN',
  typescript: 'process.env.TRIBUTARY_TOKEN',
  python: 'os.environ["TRIBUTARY_TOKEN"]',
};

/** A request in the terms that all languages share. */
interface SampleRequest {
  method: string;
  /** The path, with `{name}` for parameters. */
  template: string;
  inPath: Record<string, unknown>;
  query: Record<string, unknown>;
  /** The JSON body; undefined: none. */
  body: unknown;
  /** Fields of a form; the value of a file is its name. */
  form: Record<string, unknown> | null;
  /** The text before the token in its header; null if the request has no token. */
  credentials: { header: string; prefix: string } | null;
  /** Whether the reply is JSON or empty. */
  isJson: boolean;
}

const CREDENTIALS = {
  accessToken: { header: 'Authorization', prefix: '' },
  idpSession: { header: 'Authorization', prefix: 'Bearer ' },
  serviceApiKey: { header: 'service-api-key', prefix: '' },
} as const;

function requestOf({
  method,
  path,
  parameters,
  requestBody,
  security = [],
  responses = {},
}: ReferenceOperation): SampleRequest {
  const samples = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && (place === 'path' || one.required === true))
        .map(({ name, schema }) => [name, sampleOf(schema)]),
    );
  const json = requestBody?.content['application/json'];
  const form = requestBody?.content['multipart/form-data']?.schema;
  const [scheme] = Object.keys(security[0] ?? {});
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const types = Object.keys(success?.content ?? {});
  return {
    method,
    template: path,
    inPath: samples('path'),
    query: samples('query'),
    body: json === undefined ? undefined : (json.example ?? sampleOf(json.schema)),
    form:
      form === undefined
        ? null
        : Object.fromEntries(
            Object.entries(form.properties ?? {})
              .filter(([name, field]) => field.format === 'binary' || form.required?.includes(name))
              .map(([name, field]) => [name, field.format === 'binary' ? FILE : sampleOf(field)]),
          ),
    credentials: CREDENTIALS[scheme as keyof typeof CREDENTIALS] ?? null,
    isJson: types.length === 0 || types.includes('application/json'),
  };
}

/** The value of a form field that is a file. */
const FILE = Symbol('file');
/** The name of the file that an example sends. */
const FILE_NAME = 'picture.png';

/** The query as it is sent; lists are `name[]=a&name[]=b`. */
function queryOf(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${name}=${encodeURIComponent(String(one))}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

const pathOf = ({ template, inPath }: SampleRequest): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])));

const indented = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

/** Quotes a text as one word of the shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function curl(baseUrl: string, request: SampleRequest): string {
  const { method, query, body, form, credentials, isJson } = request;
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${baseUrl}${pathOf(request)}${queryOf(query)}`)}`,
    ...(credentials === null ? [] : [`-H "${credentials.header}: ${credentials.prefix}${TOKEN_PLACES.curl}"`]),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body, null, 2))}`]),
    ...Object.entries(form ?? {}).map(
      ([name, value]) => `-F ${quoted(`${name}=${value === FILE ? `@${FILE_NAME}` : value}`)}`,
    ),
    ...(isJson ? [] : ['-o reply']),
  ];
  return parts.join(' \\\n  ');
}

const isEmpty = (object: object): boolean => Object.keys(object).length === 0;

function typescript(baseUrl: string, request: SampleRequest): string {
  const { method, template, inPath, query, body, form, credentials, isJson } = request;
  const hasToken = credentials?.header === 'Authorization' && credentials.prefix === '';
  const place = TOKEN_PLACES.typescript;
  const options = [
    `baseUrl: ${JSON.stringify(baseUrl)}`,
    ...(hasToken ? [`token: ${place}`] : []),
    ...(credentials !== null && !hasToken
      ? [`headers: { ${JSON.stringify(credentials.header)}: \`${credentials.prefix}\${${place}}\` }`]
      : []),
  ];
  const places = [
    ...(isEmpty(inPath) ? [] : [`path: ${JSON.stringify(inPath)}`]),
    ...(isEmpty(query) ? [] : [`query: ${JSON.stringify(query)}`]),
  ];
  const fields = [
    ...(places.length === 0 ? [] : [`params: { ${places.join(', ')} }`]),
    ...(body === undefined ? [] : [`body: ${JSON.stringify(body, null, 2)}`]),
    ...(form === null ? [] : ['body: form as never']),
    ...(isJson ? [] : ["parseAs: 'blob'"]),
  ].map((field) => `  ${indented(field, 2)},\n`);
  const appends = Object.entries(form ?? {}).map(([name, value]) =>
    value === FILE
      ? `form.append(${JSON.stringify(name)}, await openAsBlob('${FILE_NAME}'), '${FILE_NAME}');`
      : `form.append(${JSON.stringify(name)}, ${JSON.stringify(String(value))});`,
  );
  return [
    ...(form === null ? [] : ["import { openAsBlob } from 'node:fs';"]),
    "import { createClient } from '@tributary/client';",
    '',
    `const client = createClient({ ${options.join(', ')} });`,
    ...(form === null ? [] : ['const form = new FormData();', ...appends]),
    `const { data } = await client.${method}('${template}'${fields.length === 0 ? '' : `, {\n${fields.join('')}}`});`,
    'console.log(data);',
  ].join('\n');
}

/** Writes a JSON value as a Python literal. */
function pythonValue(value: unknown): string {
  const text = JSON.stringify(value, null, 4);
  // Only `true`, `false` and `null` outside of strings differ from JSON.
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => PYTHON_LITERALS[token] ?? token);
}

const PYTHON_LITERALS: Record<string, string> = { true: 'True', false: 'False', null: 'None' };

function python(baseUrl: string, request: SampleRequest): string {
  const { method, query, body, form, credentials, isJson } = request;
  const token =
    credentials === null
      ? ''
      : `${credentials.prefix === '' ? '' : `${JSON.stringify(credentials.prefix)} + `}${TOKEN_PLACES.python}`;
  const files = Object.entries(form ?? {}).filter(([, value]) => value === FILE);
  const data = Object.entries(form ?? {}).filter(([, value]) => value !== FILE);
  const parts = [
    JSON.stringify(`${baseUrl}${pathOf(request)}`),
    ...(credentials === null ? [] : [`headers={${JSON.stringify(credentials.header)}: ${token}}`]),
    ...(isEmpty(query) ? [] : [`params=${pythonValue(query)}`]),
    ...(body === undefined ? [] : [`json=${pythonValue(body)}`]),
    ...(files.length === 0
      ? []
      : [`files={${files.map(([name]) => `${JSON.stringify(name)}: open("${FILE_NAME}", "rb")`).join(', ')}}`]),
    ...(data.length === 0 ? [] : [`data=${pythonValue(Object.fromEntries(data))}`]),
  ];
  return [
    ...(credentials === null ? [] : ['import os']),
    'import requests',
    '',
    `reply = requests.${method.toLowerCase()}(\n${parts.map((part) => `    ${indented(part, 4)},\n`).join('')})`,
    'reply.raise_for_status()',
    isJson ? 'print(reply.json() if reply.content else None)' : 'print(len(reply.content), "bytes")',
  ].join('\n');
}

/**
 * Writes the request of an operation, with the example of the document, in each language. A required field without an example has
 * a value that its schema permits.
 * @param baseUrl the public address of the server
 */
export function snippetsOf(operation: ReferenceOperation, baseUrl: string): Record<SnippetLanguage, string> {
  const request = requestOf(operation);
  return {
    curl: curl(baseUrl, request),
    typescript: typescript(baseUrl, request),
    python: python(baseUrl, request),
  };
}
