import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { UnreadableReport } from './bank-report.ts';

/** An element as the parser returns it: texts, elements by name, and lists of them. */
export type Node = { [name: string]: Node | Node[] | string | undefined };

/** Maximum depth of nested elements. No bank report is nested this deeply. */
const MAX_DEPTH = 40;

/**
 * Parses XML. Document types are refused, and only the five entities of XML and numeric ones are expanded.
 * @throws UnreadableReport
 */
export function parseXml(text: string): Node {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new UnreadableReport('must not have a document type');
  if (isTooDeep(text)) throw new UnreadableReport(`must not be nested deeper than ${MAX_DEPTH} elements`);
  const wellFormed = XMLValidator.validate(text);
  if (wellFormed !== true) throw new UnreadableReport(`is no XML (line ${wellFormed.err.line}: ${wellFormed.err.msg})`);
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    processEntities: false,
    parseTagValue: false,
    parseAttributeValue: false,
  }).parse(text) as Node;
}

/** The parser is recursive, so texts with unlimited nesting must not reach it. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [tag] of text.matchAll(/<[^!?][^>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
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

/** The text at a path, unescaped; empty if there is none. */
export function textOf(node: Node | undefined, ...path: string[]): string {
  const names = [...path];
  const last = names.pop()!;
  const parent = names.reduce<Node | undefined>((above, name) => one(above, name), node);
  return texts(parent, last)[0] ?? '';
}

/** The texts of the child elements with this name, unescaped. */
export function texts(node: Node | undefined, name: string): string[] {
  return values(node, name).map((value) =>
    unescaped(typeof value === 'string' ? value : asText(value['#text'])).trim(),
  );
}

const asText = (value: Node | Node[] | string | undefined) => (typeof value === 'string' ? value : '');

function values(node: Node | undefined, name: string): (Node | string)[] {
  const value = node === undefined || !Object.hasOwn(node, name) ? undefined : node[name];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : '';
    })
    .replaceAll('\0', '');
}
