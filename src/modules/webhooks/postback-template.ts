import { type Filling, filled, jsonValue, lacksValue } from './postback-macros.ts';

/** The part of a postback's request that its owner has written. */
export interface RequestTemplate {
  method: 'GET' | 'POST';
  url: string;
  /** Null: the request has no body. */
  contentType: 'json' | 'form' | null;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/** The parts of a filled request. */
export interface FilledRequest {
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

const MEDIA_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

/** Fills a request. Values cannot change its target, add headers, or leave their place in the body. */
export function fillRequest({ url, contentType, headers, body }: RequestTemplate, filling: Filling): FilledRequest {
  const written = Object.entries(headers)
    .filter(([, template]) => !lacksValue(template, filling))
    .map(([name, template]) => [name, filled(template, filling, forHeader)]);
  return {
    url: fillUrl(url, filling),
    headers: {
      ...Object.fromEntries(written),
      ...(contentType === null ? {} : { 'content-type': MEDIA_TYPES[contentType] }),
    },
    body: body === null ? null : contentType === 'form' ? fillForm(body, filling) : fillJson(body, filling),
  };
}

/** The URL of a postback. Values are percent-encoded, so that they cannot change the target of the URL. */
export const fillUrl = (template: string, filling: Filling): string => filled(template, filling, encodeURIComponent);

/** Control characters would end the header, and others are not sent unchanged. */
const forHeader = (value: string) => value.replaceAll(/[^\x20-\x7e]/g, '');

/** A form. A field is left out if the event lacks one of its values. */
function fillForm(template: string, filling: Filling): string {
  const fields = [...new URLSearchParams(template)].filter(([, value]) => !lacksValue(value, filling));
  return String(
    new URLSearchParams(fields.map(([name, value]): [string, string] => [name, filled(value, filling, (one) => one)])),
  );
}

/** JSON. The template is parsed first, so that values stay texts or numbers. A property or an element is left out if the event lacks one of its values. */
function fillJson(template: string, filling: Filling): string {
  return JSON.stringify(fillNode(JSON.parse(template), filling));
}

/** @returns undefined for a text that lacks a value */
function fillNode(node: unknown, filling: Filling): unknown {
  if (typeof node === 'string') return lacksValue(node, filling) ? undefined : jsonValue(node, filling);
  if (Array.isArray(node)) return node.map((one) => fillNode(one, filling)).filter((one) => one !== undefined);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, fillNode(value, filling)]));
}

/** Whether the host of a template depends on a macro. */
export function hasMacroInHost(template: string): boolean {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(template)?.[1] ?? '';
  return /[{}]/.test(authority);
}

/** The texts of a JSON template, without the names of its properties. @throws SyntaxError */
export function textsOfJson(template: string): { values: string[]; names: string[] } {
  const found = { values: [] as string[], names: [] as string[] };
  const visit = (node: unknown): void => {
    if (typeof node === 'string') found.values.push(node);
    if (typeof node !== 'object' || node === null) return;
    if (!Array.isArray(node)) found.names.push(...Object.keys(node));
    for (const one of Object.values(node)) visit(one);
  };
  visit(JSON.parse(template));
  return found;
}
