import { SaxesParser } from 'saxes';
import { UnreadableReport } from './bank-report.ts';

/** An element as the parser returns it: texts, elements by name, and lists of them. */
export type Node = { [name: string]: Node | Node[] | string | undefined };

/** Maximum depth of nested elements. No bank report is nested this deeply. */
const MAX_DEPTH = 40;

/**
 * Parses XML in one pass, so that the time is linear in the length of any text. Document types are refused, and only the five entities of XML and numeric
 * ones are expanded; others remain as they are.
 * @throws UnreadableReport
 */
export function parseXml(text: string): Node {
  const parser = new SaxesParser();
  const root: Node = {};
  const open: OpenElement[] = [];
  const add = (part: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.parts.push(part);
  };
  parser.on('error', ({ message }) => {
    throw new UnreadableReport(`is no XML (line ${message.slice(0, 200)})`);
  });
  parser.on('doctype', () => {
    throw new UnreadableReport('must not have a document type');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === MAX_DEPTH) throw new UnreadableReport(`must not be nested deeper than ${MAX_DEPTH} elements`);
    const node: Node = Object.create(null);
    for (const [attribute, value] of Object.entries(attributes)) node[`@${localName(attribute)}`] = value;
    open.push({ name: localName(name), node, parts: [] });
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const { name, node, parts } = open.pop()!;
    const content = parts.join('').trim();
    const isText = Object.keys(node).length === 0;
    if (!isText && content !== '') node['#text'] = content;
    append(open.at(-1)?.node ?? root, name, isText ? content : node);
  });
  parser.ENTITIES = new Proxy(parser.ENTITIES, {
    get: (known, name) => Reflect.get(known, name) ?? `&${String(name)};`,
  });
  parser.write(text.replaceAll(FORBIDDEN, ' ').replaceAll(NUMERIC, withoutForbidden)).close();
  return root;
}

/** An element whose end has not been read. */
interface OpenElement {
  name: string;
  node: Node;
  parts: string[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids these characters
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const NUMERIC = /&#(?:(\d{1,7})|x([\da-f]{1,6}));/gi;

/** A numeric reference to a character that XML forbids is left out; a bank may write one, and the report is read all the same. */
function withoutForbidden(reference: string, decimal: string | undefined, hex: string | undefined): string {
  const point = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return '';
  return String.fromCodePoint(point).replace(FORBIDDEN, '') === '' ? '' : reference;
}

/** A name without its prefix. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function append(parent: Node, name: string, child: Node | string): void {
  const before = parent[name];
  if (before === undefined) parent[name] = child;
  else if (Array.isArray(before)) before.push(child as Node);
  else parent[name] = [before as Node, child as Node];
}

/** The elements with this name at any depth, the outermost of each branch. */
export function find(node: Node, name: string): Node[] {
  return Object.keys(node).flatMap((key) =>
    key === name ? all(node, key) : all(node, key).flatMap((child) => find(child, name)),
  );
}

/** Child elements with this name. An element without attributes and children is parsed as text and is not a node. */
export function all(node: Node | undefined, name: string): Node[] {
  return values(node, name).filter((value): value is Node => typeof value === 'object');
}

/** The first child element with this name. */
export const one = (node: Node | undefined, name: string): Node | undefined => all(node, name)[0];

/** The text at a path; empty if there is none. */
export function textOf(node: Node | undefined, ...path: string[]): string {
  const names = [...path];
  const last = names.pop()!;
  const parent = names.reduce<Node | undefined>((above, name) => one(above, name), node);
  return texts(parent, last)[0] ?? '';
}

/** The texts of the child elements with this name. */
export function texts(node: Node | undefined, name: string): string[] {
  return values(node, name).map((value) => (typeof value === 'string' ? value : asText(value['#text'])).trim());
}

const asText = (value: Node | Node[] | string | undefined) => (typeof value === 'string' ? value : '');

function values(node: Node | undefined, name: string): (Node | string)[] {
  const value = node === undefined || !Object.hasOwn(node, name) ? undefined : node[name];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
