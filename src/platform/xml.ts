/** An element: its name with its prefix, its content and its attributes. A null content is an absent element. */
export type XmlElement = readonly [name: string, content: XmlContent, attributes?: Readonly<Record<string, string>>];
type XmlContent = string | readonly (XmlElement | null)[];

/** Characters that XML 1.0 has no way to write, not even as references: controls, lone surrogates, U+FFFE and U+FFFF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters in question
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** A text as the content of an element or the value of an attribute: escaped, without characters that XML forbids. */
export function xmlText(text: string): string {
  return text
    .replaceAll(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Writes a document in UTF-8, with its declaration, indented by two spaces. */
export function xmlDocument(root: XmlElement): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${written(root, 0)}`);
}

function written([name, content, attributes = {}]: XmlElement, depth: number): string {
  const indent = '  '.repeat(depth);
  const opening = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${xmlText(value)}"`)].join(' ');
  if (typeof content === 'string') return `${indent}<${opening}>${xmlText(content)}</${name}>\n`;
  const inside = content.map((one) => (one === null ? '' : written(one, depth + 1))).join('');
  return `${indent}<${opening}>\n${inside}${indent}</${name}>\n`;
}
