/** What programs rely on: the operations, their parameters, bodies and replies, and the fields of the named schemas. */
export interface Surface {
  operations: Record<string, SurfaceOperation>;
  /** Fields of request bodies and of replies, by schema: their types, with `!` if they are required. */
  inputs: Record<string, Fields>;
  outputs: Record<string, Fields>;
}

interface SurfaceOperation {
  request: string;
  parameters: Fields;
  /** Types by media type. */
  body: Fields;
  /** Types by status and media type, of replies below 400. */
  replies: Fields;
}

type Fields = Record<string, string>;

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}

type Content = Record<string, { schema: Schema }>;

/** The parts of an OpenAPI document from which the surface is read. */
export interface SurfaceDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface Operation {
  operationId: string;
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

const ALTERNATIVE = ' | ';

/** The surface of an OpenAPI document. */
export function surfaceOf({ paths, components }: SurfaceDocument): Surface {
  const surface: Surface = { operations: {}, inputs: {}, outputs: {} };
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId, parameters = [], requestBody, responses }] of Object.entries(methods)) {
      const replies = Object.entries(responses).filter(([status]) => Number(status) < 400);
      surface.operations[operationId] = {
        request: `${method.toUpperCase()} ${path}`,
        parameters: fieldsOf(
          parameters.map((one) => [`${one.in} ${one.name}`, one.schema, one.required ?? false]),
          true,
        ),
        body: fieldsOf(
          Object.entries(requestBody?.content ?? {}).map(([media, { schema }]) => [media, schema, false]),
          true,
        ),
        replies: fieldsOf(
          replies.flatMap(([status, { content = {} }]) =>
            Object.entries(content).map(([media, { schema }]) => [`${status} ${media}`, schema, false]),
          ),
          false,
        ),
      };
      const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
      collect(surface.inputs, bodies, components.schemas, true);
      const contents = replies.flatMap(([, { content = {} }]) => Object.values(content));
      collect(
        surface.outputs,
        contents.map(({ schema }) => schema),
        components.schemas,
        false,
      );
    }
  return surface;
}

function fieldsOf(entries: readonly (readonly [string, Schema, boolean])[], isInput: boolean): Fields {
  const texts = entries.map(([name, schema, isRequired]) => [name, typeOf(schema, isInput) + (isRequired ? '!' : '')]);
  return Object.fromEntries(texts.sort(([a], [b]) => (a! < b! ? -1 : 1)));
}

/** Adds the fields of all schemas that these refer to. */
function collect(found: Record<string, Fields>, schemas: Schema[], named: Record<string, Schema>, isInput: boolean) {
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as Schema;
    const name = $ref?.split('/').at(-1);
    if (name !== undefined && found[name] === undefined) {
      const schema = named[name]!;
      found[name] = fieldsOf(flat(schema), isInput);
      visit(schema);
    }
    for (const one of Object.values(value)) visit(one);
  };
  visit(schemas);
}

/** The fields of an object, and of the objects without a name in it. */
function flat(schema: Schema, before = ''): [string, Schema, boolean][] {
  const { properties = {}, required = [], items, anyOf = [] } = schema;
  const own = Object.entries(properties).flatMap(([name, field]): [string, Schema, boolean][] => [
    [before + name, field, required.includes(name)],
    ...flat(field, `${before + name}.`),
  ]);
  const inner = [...(items === undefined ? [] : [items]), ...anyOf].flatMap((one) => flat(one, before));
  return [...own, ...inner];
}

/** The alternatives of a schema in order. Values are listed for requests only: a reply may get further ones. */
function typeOf(schema: Schema, isInput: boolean): string {
  const alternatives = (one: Schema): string[] => {
    if (one.$ref !== undefined) return [one.$ref.split('/').at(-1)!];
    if (one.anyOf !== undefined) return one.anyOf.flatMap(alternatives);
    const values = one.enum ?? (one.const === undefined ? undefined : [one.const]);
    if (isInput && values !== undefined) return values.map((value) => JSON.stringify(value));
    if (one.type === 'array') return [`(${typeOf(one.items ?? {}, isInput)})[]`];
    return one.type === undefined ? ['any'] : [one.type].flat();
  };
  return [...new Set(alternatives(schema))].sort().join(ALTERNATIVE);
}

/** What of the released surface the current one breaks, as sentences. */
export function breaksOf(released: Surface, current: Surface): string[] {
  const breaks: string[] = [];
  for (const [id, before] of Object.entries(released.operations)) {
    const now = current.operations[id];
    if (now === undefined || now.request !== before.request) {
      breaks.push(`${before.request} (${id}) is gone or has another path or name`);
      continue;
    }
    breaks.push(
      ...breaksOfInput(`${id}: parameter`, before.parameters, now.parameters),
      ...breaksOfInput(`${id}: body`, before.body, now.body),
      ...breaksOfOutput(`${id}: reply`, before.replies, now.replies),
    );
  }
  for (const [name, before] of Object.entries(released.inputs))
    breaks.push(...breaksOfInput(name, before, current.inputs[name] ?? {}));
  for (const [name, before] of Object.entries(released.outputs))
    breaks.push(...breaksOfOutput(name, before, current.outputs[name] ?? {}));
  return breaks;
}

/** A request that was accepted must be accepted. */
function breaksOfInput(place: string, before: Fields, now: Fields): string[] {
  const gone = Object.entries(before).flatMap(([name, type]) => {
    const text = now[name];
    if (text === undefined) return [`${place} ${name} is gone`];
    if (text.endsWith('!') && !type.endsWith('!')) return [`${place} ${name} is required now`];
    const taken = alternativesOf(text);
    const isNarrower = !taken.includes('any') && alternativesOf(type).some((one) => !taken.includes(one));
    return isNarrower ? [`${place} ${name} accepts less: ${type} before, ${text} now`] : [];
  });
  const required = Object.entries(now)
    .filter(([name, type]) => before[name] === undefined && type.endsWith('!') && !name.includes('.'))
    .map(([name]) => `${place} ${name} is new and required`);
  return [...gone, ...required];
}

/** A reply must have every field that it had, with no further types. */
function breaksOfOutput(place: string, before: Fields, now: Fields): string[] {
  return Object.entries(before).flatMap(([name, type]) => {
    const text = now[name];
    if (text === undefined) return [`${place} ${name} is gone`];
    if (type.endsWith('!') && !text.endsWith('!')) return [`${place} ${name} may be missing now`];
    const known = alternativesOf(type);
    const isWider = !known.includes('any') && alternativesOf(text).some((one) => !known.includes(one));
    return isWider ? [`${place} ${name} has further types: ${type} before, ${text} now`] : [];
  });
}

/** A list of alternatives, `(a | b)[]`, has a list of each as alternatives: one that takes more is no narrower. */
function alternativesOf(type: string): string[] {
  const text = type.replace(/!$/, '');
  const list = /^\(([^()]*)\)\[\]$/.exec(text)?.[1];
  return list === undefined ? text.split(ALTERNATIVE) : list.split(' | ').map((one) => `${one}[]`);
}

/** JSON with a line for each operation and schema. */
export function writeSurface({ operations, inputs, outputs }: Surface): string {
  const lines = (entries: Record<string, unknown>) =>
    Object.entries(entries)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n');
  const parts = Object.entries({ operations, inputs, outputs }).map(
    ([name, entries]) => `${JSON.stringify(name)}: {\n${lines(entries)}\n}`,
  );
  return `{\n${parts.join(',\n')}\n}\n`;
}
