import { isKeywords, type Keywords, mapChildren } from './schema-annotations.ts';

/** The parts of an OpenAPI document that contain schemas. */
export interface SchemaDocument {
  paths: Record<string, Record<string, SchemaOperation>>;
  webhooks?: Record<string, Record<string, SchemaOperation>>;
  components?: object;
}

interface SchemaOperation {
  operationId?: string;
  requestBody?: Content;
  responses?: Record<string, Content>;
}

interface Content {
  content?: Record<string, { schema?: Keywords }>;
}

/** Keywords that describe the use of a schema and not its values. They stay beside a reference. */
const DESCRIPTIVE = ['description', 'examples', 'default', 'deprecated'] as const;

/** Where a schema is used: as the whole body or reply of an operation (`root`), or inside of another schema. */
interface Use {
  parent: Shape | null;
  /** The derived name of a whole body or reply, or the path of fields from the parent. */
  name: string;
}

/** An object schema that differs from all others, whose objects are references (`x-shape`) to shapes. */
interface Shape {
  id: number;
  keywords: Keywords;
  declared: string | null;
  uses: Use[];
  /** Whether only request bodies contain it. */
  isInput: boolean;
  descriptions: Map<string, number>;
  name: string | null;
}

/**
 * Moves the object schemas of a document to `components.schemas` and refers to them. Their names, in this order:
 * 1. the declared one (`nameSchemas`), with `Input` for the form of requests if that of replies differs;
 * 2. for a page, that of its records with `Page`, and for the records of a page, that of the page without it;
 * 3. for an object of the same form as exactly one declared schema, its name;
 * 4. for a body `<Operation>Input`; for the reply of `getX` or the records of `listXs` X, otherwise `<Operation>Reply`; for an error `<Operation>Error`;
 * 5. for an object inside of several others, the shortest of the names made of the name of the object around it and the field.
 * An object that occurs once and has no name of the kinds 1 to 4 stays where it is.
 * @param common schemas of kind 3 that no route declares
 * @throws Error if two different schemas have one name
 */
export function nameDocumentSchemas<Document extends SchemaDocument>(
  document: Document,
  common: Readonly<Record<string, Keywords>> = {},
): Document {
  const naming = new Naming(common);
  const roots = rootsOf(document);
  for (const { schema } of roots) naming.learn(schema);
  const placed = roots.map(({ schema, ...use }) => ({ use, node: naming.place(schema, use) }));
  naming.nameAll();
  const written = placed.map(({ node }) => naming.write(node));
  const copy = structuredClone(document);
  rootsOf(copy).forEach(({ holder }, n) => {
    holder.schema = written[n]!;
  });
  return { ...copy, components: { ...copy.components, schemas: naming.components() } };
}

interface Root {
  schema: Keywords;
  holder: { schema?: Keywords };
  name: string;
  isInput: boolean;
}

/** Every body and JSON reply, with its derived name. */
function rootsOf({ paths, webhooks = {} }: SchemaDocument): Root[] {
  const ofContent = (content: Content | undefined, name: string, isInput: boolean): Root[] =>
    Object.values(content?.content ?? {}).flatMap((holder) =>
      isKeywords(holder.schema) ? [{ schema: holder.schema, holder, name, isInput }] : [],
    );
  const ofOperation = ({ operationId = '', requestBody, responses = {} }: SchemaOperation) => [
    ...ofContent(requestBody, `${pascal(operationId)}Input`, true),
    ...Object.entries(responses).flatMap(([status, reply]) =>
      ofContent(reply, Number(status) < 400 ? replyName(operationId) : `${pascal(operationId)}Error`, false),
    ),
  ];
  const ofEvents = Object.entries(webhooks).flatMap(([event, methods]) =>
    Object.values(methods).flatMap(({ requestBody }) => ofContent(requestBody, `${pascal(event)}Event`, false)),
  );
  return [...Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(ofOperation)), ...ofEvents];
}

const replyName = (operationId: string): string =>
  /^(?:admin)?[gG]et[A-Z]/.test(operationId)
    ? pascal(operationId.replace(/[gG]et(?=[A-Z])/, ''))
    : `${pascal(operationId)}Reply`;

/** `traffic_sources` and `order.created` in the form of a name of a type. */
const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('');

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<=[^su])s$/, '');

class Naming {
  readonly #common: Readonly<Record<string, Keywords>>;
  /** Declared names by the form of their schemas, whatever the names inside of it. */
  readonly #declaredByForm = new Map<string, Set<string>>();
  readonly #forms = new WeakMap<object, string>();
  readonly #shapes = new Map<string, Shape>();
  readonly #byId: Shape[] = [];
  readonly #taken = new Map<string, Shape>();
  readonly #conflicts: string[] = [];

  constructor(common: Readonly<Record<string, Keywords>>) {
    this.#common = common;
  }

  /** Records the forms of declared schemas. Every schema is learnt before the first is placed. */
  learn(schema: Keywords): void {
    this.#formOf(schema);
  }

  #formOf(schema: Keywords): string {
    const known = this.#forms.get(schema);
    if (known !== undefined) return known;
    const form = stableText(mapChildren(undescribed(schema), (child) => ({ form: this.#formOf(child) }) as never));
    this.#forms.set(schema, form);
    const declared = schema['x-name'];
    if (declared !== undefined && isObject(schema))
      this.#declaredByForm.set(form, (this.#declaredByForm.get(form) ?? new Set()).add(declared));
    return form;
  }

  /** Replaces every object in the schema by a reference to its shape. */
  place(schema: Keywords, { name, isInput }: { name: string; isInput: boolean }): Keywords {
    const uses: [Shape, string][] = [];
    const node = this.#placed(schema, '', isInput, uses, true);
    for (const [shape, path] of uses)
      shape.uses.push({ parent: null, name: path === '' ? name : itemName(name, path) });
    return node;
  }

  #placed(schema: Keywords, path: string, isInput: boolean, uses: [Shape, string][], isRoot = false): Keywords {
    const isShape = isRoot ? isObject(schema) || schema.type === 'object' : isObject(schema);
    const inner: [Shape, string][] = isShape ? [] : uses;
    const keywords = mapFields(schema, isShape ? '' : path, (child, at) => this.#placed(child, at, isInput, inner));
    delete keywords['x-name'];
    if (!isShape) return keywords;
    const declared = this.#declaredFor(schema);
    const plain = undescribed(keywords);
    const text = stableText({ declared, ...plain });
    let shape = this.#shapes.get(text);
    if (shape === undefined) {
      const id = this.#byId.length;
      shape = { id, keywords: plain, declared, uses: [], isInput, descriptions: new Map(), name: null };
      this.#shapes.set(text, shape);
      this.#byId.push(shape);
      for (const [child, at] of inner) child.uses.push({ parent: shape, name: at });
    }
    shape.isInput &&= isInput;
    const { description } = schema;
    if (typeof description === 'string')
      shape.descriptions.set(description, (shape.descriptions.get(description) ?? 0) + 1);
    uses.push([shape, path]);
    return { 'x-shape': shape.id, ...descriptive(schema) } as unknown as Keywords;
  }

  #declaredFor(schema: Keywords): string | null {
    if (schema['x-name'] !== undefined) return schema['x-name'];
    const form = this.#formOf(schema);
    for (const [name, common] of Object.entries(this.#common)) if (this.#formOf(common) === form) return name;
    const names = this.#declaredByForm.get(form);
    return names?.size === 1 ? [...names][0]! : null;
  }

  /** Gives names to all shapes that become components. */
  nameAll(): void {
    this.#nameDeclared();
    this.#namePages();
    this.#nameRoots();
    // A shape is made after those inside of it, so the names around an object are known before its own.
    for (const shape of [...this.#byId].reverse()) this.#nameInner(shape);
    if (this.#conflicts.length > 0) throw new Error(this.#conflicts.join('\n'));
  }

  #nameDeclared(): void {
    const byName = new Map<string, Shape[]>();
    for (const shape of this.#byId)
      if (shape.declared !== null) byName.set(shape.declared, [...(byName.get(shape.declared) ?? []), shape]);
    for (const [name, shapes] of byName) {
      const replies = shapes.filter(({ isInput }) => !isInput);
      const inputs = shapes.filter(({ isInput }) => isInput);
      const isFree = replies.length === 0;
      for (const shape of replies) this.#take(shape, name);
      for (const shape of inputs) this.#take(shape, isFree || name.endsWith('Input') ? name : `${name}Input`);
    }
  }

  #namePages(): void {
    for (const page of this.#byId) {
      const item = this.#itemOf(page);
      if (item === null) continue;
      if (item.name === null && page.name?.endsWith('Page')) this.#takeFree(item, [page.name.replace(/Page$/, '')]);
      const [root = ''] = page.uses.map(({ name }) => name.replace(/Reply$/, '')).sort();
      if (item.name === null) this.#takeFree(item, recordNames(root, page.name));
      if (page.name === null) this.#takeFree(page, [`${item.name}Page`, `${root}Page`]);
    }
  }

  /** The shape of the records of a page; null if the shape is no page. */
  #itemOf({ keywords }: Shape): Shape | null {
    const { data, meta, next_page_url: next } = (keywords.properties ?? {}) as Record<string, Keywords>;
    const items = data?.type === 'array' ? (data.items as Keywords | undefined) : undefined;
    const id = items?.['x-shape'];
    return typeof id === 'number' && (meta !== undefined || next !== undefined) ? this.#byId[id]! : null;
  }

  #nameRoots(): void {
    for (const shape of this.#byId) {
      if (shape.name !== null) continue;
      const names = shape.uses.filter(({ parent }) => parent === null).map(({ name }) => name);
      if (names.length > 0)
        this.#takeFree(
          shape,
          byLength(names).flatMap((name) => [name, `${name}Reply`]),
        );
    }
  }

  /** Names an object inside of others. One that is used once keeps a name for those inside of it only. */
  #nameInner(shape: Shape): void {
    if (shape.name !== null) return;
    const names = byLength(shape.uses.map(({ parent, name }) => `${parent?.name ?? ''}${name}`));
    if (shape.uses.length > 1) this.#takeFree(shape, names);
    else shape.name = names[0]!;
  }

  #isComponent(shape: Shape): boolean {
    return this.#taken.get(shape.name!) === shape;
  }

  #take(shape: Shape, name: string): void {
    const other = this.#taken.get(name);
    if (other !== undefined)
      this.#conflicts.push(
        `Two different schemas have the name ${name}: ${stableText(other.keywords)} and ${stableText(shape.keywords)}. Name one of them with nameSchemas.`,
      );
    shape.name = name;
    this.#taken.set(name, shape);
  }

  #takeFree(shape: Shape, names: readonly string[]): void {
    this.#take(shape, names.find((name) => !this.#taken.has(name)) ?? names[0]!);
  }

  /** The schema with references to components in place of shapes. */
  write(node: Keywords): Keywords {
    const id = node['x-shape'];
    if (typeof id !== 'number') return mapChildren(node, (child) => this.write(child));
    const shape = this.#byId[id]!;
    const description = this.#descriptionOf(shape);
    if (!this.#isComponent(shape)) return { ...this.#written(shape), ...descriptive(node) };
    const { description: own, ...others } = descriptive(node) as Keywords;
    const difference = own === undefined || own === description ? {} : { description: own };
    return { $ref: `#/components/schemas/${shape.name}`, ...difference, ...others } as unknown as Keywords;
  }

  #written({ keywords }: Shape): Keywords {
    return mapChildren(keywords, (child) => this.write(child));
  }

  /** The description that most uses have; each other use has its own beside its reference. */
  #descriptionOf({ descriptions }: Shape): string | undefined {
    return [...descriptions].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0];
  }

  /** The components, in the order of their names. */
  components(): Record<string, Keywords> {
    const sorted = [...this.#taken].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      sorted.map(([name, shape]) => {
        const description = this.#descriptionOf(shape);
        return [name, { ...this.#written(shape), ...(description === undefined ? {} : { description }) }];
      }),
    );
  }
}

const isObject = (schema: Keywords): boolean =>
  schema['x-name'] !== undefined ||
  Array.isArray(schema.allOf) ||
  (isKeywords(schema.properties) && Object.keys(schema.properties).length > 0);

/** The name of the records of `listXs`: X. */
const recordName = (operation: string): string => singular(operation.replace(/^(Admin)?List(?=[A-Z])/, '$1'));

/** The names of the records of a page without a declared name. */
const recordNames = (operation: string, page: string | null): string[] =>
  recordName(operation) === singular(operation)
    ? [`${page ?? operation}Item`]
    : [recordName(operation), `${operation}Item`];

/** The name of an object inside of a body or reply that is no object itself, such as the records of a list. */
const itemName = (root: string, path: string): string =>
  path === 'Item' ? recordName(root.replace(/Reply$/, '')) : `${root}${path}`;

const byLength = (names: readonly string[]): string[] =>
  [...names].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));

/** `mapChildren`, which also tells the path of each child in the form of a name. */
function mapFields(schema: Keywords, path: string, change: (child: Keywords, path: string) => Keywords): Keywords {
  const copy = mapChildren(schema, (child, under) =>
    under === 'properties' ? child : change(child, under === 'items' ? singularPath(path) : path),
  );
  if (isKeywords(schema.properties)) {
    const fields = Object.entries(schema.properties as Record<string, Keywords>);
    copy.properties = Object.fromEntries(
      fields.map(([name, child]) => [name, isKeywords(child) ? change(child, path + pascal(name)) : child]),
    );
  }
  return copy;
}

const singularPath = (path: string): string => (path === '' ? 'Item' : singular(path));

function undescribed(schema: Keywords): Keywords {
  const { 'x-name': _, ...copy } = schema;
  for (const keyword of DESCRIPTIVE) delete (copy as Record<string, unknown>)[keyword];
  return copy as Keywords;
}

const descriptive = (schema: Keywords): Record<string, unknown> =>
  Object.fromEntries(DESCRIPTIVE.flatMap((keyword) => (keyword in schema ? [[keyword, schema[keyword]]] : [])));

/** JSON with the keys of each object in order. */
const stableText = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isKeywords(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
