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

/** The type of a schema, as an annotation of Python 3.9. Objects without a name are dictionaries. `prefix` stands before names of records. */
function typeOf(schema, prefix) {
  const { $ref, type, items, anyOf, enum: values, const: constant } = schema;
  if ($ref !== undefined) return `${prefix}${$ref.split('/').at(-1)}`;
  if (anyOf !== undefined) return unionOf(anyOf.map((one) => typeOf(one, prefix)));
  const choices = values ?? (constant === undefined ? undefined : [constant]);
  if (choices?.some((one) => one !== null)) {
    const literal = `Literal[${choices
      .filter((one) => one !== null)
      .map(literalOf)
      .join(', ')}]`;
    return choices.includes(null) ? `Optional[${literal}]` : literal;
  }
  if (Array.isArray(type)) return unionOf(type.map((one) => typeOf({ ...schema, type: one }, prefix)));
  if (type === 'array') return `List[${typeOf(items ?? {}, prefix)}]`;
  return TYPES[type] ?? 'Any';
}

const TYPES = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  object: 'Dict[str, Any]',
};

/** Within a text in double quotes. */
const literalOf = (value) =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value).replaceAll('"', "'");

function unionOf(types) {
  const different = [...new Set(types)];
  if (different.includes('Any')) return 'Any';
  return different.length === 1 ? different[0] : `Union[${different.join(', ')}]`;
}

/** The module of the records: each named schema as a type of dictionaries. */
function pythonRecords({ components }) {
  const records = Object.entries(components.schemas).map(([name, schema]) => recordOf(name, schema));
  return `"""The records, bodies and replies of the Tributary API. Generated from the OpenAPI document."""

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, TypedDict, Union

if TYPE_CHECKING:
    # Type checkers know this package without its being installed.
    from typing_extensions import NotRequired

${records.join('\n')}`;
}

/** Types are written as texts, because records refer to later ones, and because Python before 3.11 does not have `NotRequired`. */
function recordOf(name, { properties, required = [], ...schema }) {
  if (properties === undefined) return `${name} = ${schema.anyOf === undefined ? 'Dict[str, Any]' : 'Any'}\n`;
  const fields = Object.entries(properties).map(([field, value]) => {
    const type = typeOf(value, '');
    return `    ${text(field)}: ${text(required.includes(field) ? type : `NotRequired[${type}]`)},\n`;
  });
  return `${name} = TypedDict(${text(name)}, {\n${fields.join('')}})\n`;
}

/** The type of a body or a reply. */
function contentType(contents) {
  if (contents?.content === undefined) return 'None';
  const json = contents.content['application/json'];
  return json === undefined ? 'bytes' : typeOf(json.schema, 'records.');
}

/** The type of the reply with the lowest status, which is the usual one. */
const replyType = (responses) => contentType(responses[Object.keys(responses).sort()[0]]);

/** The module: the template, and one method for each operation that takes JSON or nothing. */
function pythonClient(document, template) {
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

function methodOf(method, url, { operationId, summary = '', parameters = [], requestBody, responses }) {
  const ofKind = (kind) =>
    parameters
      .filter((one) => one.in === kind)
      .map(({ name, schema = {} }) => ({ name, python: pythonName(name), type: typeOf(schema, 'records.') }));
  const [inPath, query] = [ofKind('path'), ofKind('query')];
  const isIdempotent = ofKind('header').some(({ name }) => name.toLowerCase() === 'idempotency-key');
  const named = [
    ...query.map(({ python, type }) => `${python}: ${text(`Optional[${type}]`)} = None`),
    ...(requestBody === undefined ? [] : [`body: ${text(`Optional[${contentType(requestBody)}]`)} = None`]),
    ...(isIdempotent ? ['idempotency_key: Optional[str] = None'] : []),
  ];
  const args = [
    'self',
    ...inPath.map(({ python, type }) => `${python}: ${text(type === 'int' ? 'Union[int, str]' : type)}`),
    ...(named.length > 0 ? ['*', ...named] : []),
  ];
  const filledUrl = url.replaceAll(/\{(\w+)\}/g, (_, name) => `{_quoted(${pythonName(name)})}`);
  const fields = query.map(({ name, python }) => `${text(name)}: ${python}`).join(', ');
  const body = requestBody === undefined ? 'None' : 'body';
  const key = isIdempotent ? ', idempotency_key' : '';
  return `    def ${pythonName(operationId)}(${args.join(', ')}) -> ${text(replyType(responses))}:
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
  await writeFile(path.join(folder, 'tributary/records.py'), pythonRecords(document));
  // Tells type checkers that the package has types.
  await writeFile(path.join(folder, 'tributary/py.typed'), '');
  const { version } = JSON.parse(await readFile(path.join(import.meta.dirname, '../../package.json'), 'utf8'));
  const project = await readFile(path.join(import.meta.dirname, 'pyproject.toml'), 'utf8');
  await writeFile(path.join(folder, 'pyproject.toml'), project.replace('{version}', version));
}
