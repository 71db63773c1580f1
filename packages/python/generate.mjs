// Writes the Python client of an OpenAPI document: node generate.mjs DOCUMENT FOLDER. `npm run client` writes packages/client/openapi.json.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const KEYWORDS = new Set(
  [
    'False',
    'None',
    'True',
    'and',
    'as',
    'class',
    'def',
    'del',
    'from',
    'global',
    'if',
    'import',
    'in',
    'is',
    'lambda',
    'not',
    'or',
  ].concat(['pass', 'raise', 'return', 'try', 'while', 'with', 'yield', 'body', 'self', 'idempotency_key']),
);

/** `getAffiliateLink` and `include[]` as names of Python. */
function pythonName(name) {
  const snake = name
    .replaceAll(/\[\]/g, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/\W/g, '_')
    .toLowerCase();
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

/** The module: the template, and one method for each operation that takes JSON or nothing. */
export function pythonClient(document, template) {
  const methods = Object.entries(document.paths).flatMap(([url, operations]) =>
    Object.entries(operations)
      .filter(
        ([, { requestBody }]) => requestBody === undefined || requestBody.content['application/json'] !== undefined,
      )
      .map(([method, operation]) => methodOf(method.toUpperCase(), url, operation)),
  );
  const filled = template.replaceAll('{version}', document.info.version).replaceAll('{{', '{').replaceAll('}}', '}');
  return `${filled}\n${methods.join('\n')}`;
}

function methodOf(method, url, { operationId, summary = '', parameters = [], requestBody }) {
  const ofKind = (kind) =>
    parameters.filter((one) => one.in === kind).map(({ name }) => ({ name, python: pythonName(name) }));
  const [inPath, query] = [ofKind('path'), ofKind('query')];
  const isIdempotent = ofKind('header').some(({ name }) => name.toLowerCase() === 'idempotency-key');
  const named = [
    ...query.map(({ python }) => `${python}=None`),
    ...(requestBody === undefined ? [] : ['body=None']),
    ...(isIdempotent ? ['idempotency_key=None'] : []),
  ];
  const args = ['self', ...inPath.map(({ python }) => python), ...(named.length > 0 ? ['*', ...named] : [])];
  const filledUrl = url.replaceAll(/\{(\w+)\}/g, (_, name) => `{_quoted(${pythonName(name)})}`);
  const fields = query.map(({ name, python }) => `${text(name)}: ${python}`).join(', ');
  const body = requestBody === undefined ? 'None' : 'body';
  const key = isIdempotent ? ', idempotency_key' : '';
  return `    def ${pythonName(operationId)}(${args.join(', ')}):
        ${text(`${summary.replaceAll(/\s+/g, ' ')}: ${method} ${url}`)}
        return self._call("${method}", f${text(filledUrl)}, {${fields}}, ${body}, ${isIdempotent ? 'True' : 'False'}${key})
`;
}

/** A string literal of Python; every JSON string is one. */
const text = (value) => JSON.stringify(value);

if (process.argv[1] === import.meta.filename) {
  const [, , file, folder] = process.argv;
  const document = JSON.parse(await readFile(file, 'utf8'));
  const template = await readFile(path.join(import.meta.dirname, 'template.py'), 'utf8');
  await mkdir(path.join(folder, 'tributary'), { recursive: true });
  await writeFile(path.join(folder, 'tributary/__init__.py'), pythonClient(document, template));
}
