import { domainToUnicode } from 'node:url';
import { withoutClickId } from './click-id.ts';

/** Maximum length of a URL in UTF-16 units. Not all stores and browsers support longer ones. */
export const MAX_URL_LENGTH = 4096;

/** Maximum length of a host name in DNS. */
const MAX_HOST_LENGTH = 253;

/** A page of a store, read from a pasted text. */
export interface ProductUrl {
  /** The whole URL as WHATWG serialises it, without our `tclid`: the target of a link, and its identity. */
  readonly href: string;
  /** Lower case, punycode, without port and trailing dot; IPv6 in brackets. */
  readonly host: string;
  /**
   * `host` + path + query, the form that rules are compared with. Escapes of characters that need none are undone and
   * the others are upper case (RFC 3986, 6.2.2), so that `/%73ale` cannot slip past a rule on `/sale`.
   */
  readonly comparable: string;
}

export type ParsedUrl =
  | { readonly ok: true; readonly url: ProductUrl }
  | { readonly ok: false; readonly reason: string };

const EMPTY = 'The URL is empty.';
const TOO_LONG = `The URL is longer than ${MAX_URL_LENGTH} characters.`;
const BROKEN_TEXT = 'The URL contains control characters or broken Unicode.';
const OTHER_SCHEME = 'The URL must begin with http:// or https://.';
const NO_URL = 'This is not the URL of a web page.';
const CREDENTIALS = 'The URL must not contain a user name or a password.';
const BAD_HOST = 'The host name in the URL is not a valid one.';

/** C0, DEL, C1, and surrogates without their partner. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** `shop.example:8443/x` looks like a scheme. Digits after the colon show that it is a host with a port. */
const HOST_AND_PORT = /^[^:/?#]+:\d+(?:[/?#]|$)/;
const WEB_SCHEME = /^https?:/i;
/** A label that is still punycode after decoding, and therefore invalid. */
const UNREAD_PUNYCODE = /(?:^|\.)xn--/;
/** Texts that are accepted without a scheme: with a dot, an IPv6 address, or `localhost`. */
const RECOGNISABLE_HOST = /[^.]\.[^.]|^\[|^localhost\.?$/;

/**
 * Parses a product URL as stores write it and people paste it: any case, IDN, ports, trailing dots, `www.shop.example`,
 * `//shop.example/x`. A missing scheme is read as https; then the host must have a dot or be `localhost`.
 *
 * The path and query keep their case and, in `href`, their escapes. Never throws.
 * @returns the URL, or a sentence that describes the error
 */
export function parseProductUrl(text: string): ParsedUrl {
  const trimmed = trim(text);
  const fault = faultOfText(trimmed);
  if (fault !== null) return { ok: false, reason: fault };
  const explicit = SCHEME.test(trimmed) && !HOST_AND_PORT.test(trimmed);
  if (explicit && !WEB_SCHEME.test(trimmed)) return { ok: false, reason: OTHER_SCHEME };
  const url = explicit ? parse(trimmed) : parseWithoutScheme(trimmed);
  if (url === null) return { ok: false, reason: NO_URL };
  if (url.username !== '' || url.password !== '') return { ok: false, reason: CREDENTIALS };
  const host = canonicalHost(url.hostname);
  if (host === null) return { ok: false, reason: BAD_HOST };
  // Escaping can turn one character into nine. Results must be accepted as input again, so the limit also applies to them.
  const href = withoutClickId(url.href);
  if (href.length > MAX_URL_LENGTH) return { ok: false, reason: TOO_LONG };
  return { ok: true, url: { href, host, comparable: comparableForm(href, host, url.protocol.length) } };
}

function faultOfText(text: string): string | null {
  if (text === '') return EMPTY;
  if (text.length > MAX_URL_LENGTH) return TOO_LONG;
  return UNPRINTABLE.test(text) ? BROKEN_TEXT : null;
}

function parse(text: string): URL | null {
  // `URL.parse` requires Node.js 22, and calling `canParse` first would parse twice.
  try {
    const url = new URL(text);
    return hasInvalidPunycode(url.hostname) ? null : url;
  } catch {
    return null;
  }
}

/** Whether a host has invalid punycode. Node.js 20 and 22 reject such a URL; later versions accept it, as the current WHATWG standard does. */
function hasInvalidPunycode(hostname: string): boolean {
  return hostname.includes('xn--') && UNREAD_PUNYCODE.test(domainToUnicode(hostname));
}

/** A word or a path is not a URL, although WHATWG would treat it as a host. */
function parseWithoutScheme(text: string): URL | null {
  const rest = text.startsWith('//') ? text.slice(2) : text;
  const url = /^[/\\?#]/.test(rest) ? null : parse(`https://${rest}`);
  return url !== null && RECOGNISABLE_HOST.test(url.hostname) ? url : null;
}

function canonicalHost(hostname: string): string | null {
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  if (host === '' || host.length > MAX_HOST_LENGTH) return null;
  return host.startsWith('.') || host.endsWith('.') || host.includes('..') ? null : host;
}

/** Host, path and query of a serialised URL; the fragment is used only by the browser. */
function comparableForm(href: string, host: string, protocolLength: number): string {
  const authority = protocolLength + '//'.length;
  const start = href.indexOf('/', authority);
  const hash = href.indexOf('#', start);
  const end = hash < 0 ? href.length : hash;
  // Without a port or a trailing dot, the text already has this form, and one slice is cheaper to search than a join.
  const plain = start === authority + host.length;
  const form = plain ? href.slice(authority, end) : host + href.slice(start, end);
  return form.includes('%') ? form.replace(/%[0-9a-f]{2}/gi, canonicalEscape) : form;
}

function canonicalEscape(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return /[A-Za-z0-9._~-]/.test(character) ? character : escaped.toUpperCase();
}

/** Removes white space, and the invisible marks that chats and office programs leave at the ends of a copied URL. */
function trim(text: string): string {
  const plain = text.trim();
  let start = 0;
  let end = plain.length;
  while (start < end && isInvisible(plain.charCodeAt(start))) start += 1;
  while (end > start && isInvisible(plain.charCodeAt(end - 1))) end -= 1;
  return end - start === plain.length ? plain : plain.slice(start, end).trim();
}

/** Zero-width space and joiners, direction marks and isolates, word joiner. */
function isInvisible(code: number): boolean {
  return (code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2060 && code <= 0x2069);
}
