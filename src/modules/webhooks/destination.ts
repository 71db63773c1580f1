import { InvalidInput } from '../../platform/errors/errors.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { neededValues } from './entered-values.ts';
import { MACRO_NAMES, namesIn, unknownMacros } from './postback-macros.ts';
import { fillUrl, hasMacroInHost, type RequestTemplate, textsOfJson } from './postback-template.ts';

export interface DestinationDeps {
  outbound: Outbound;
}

/** Headers that the service sets itself, or that concern one connection (RFC 9110, 7.6.1), or that proxies trust. */
const REFUSED_HEADERS =
  /^(?:host|content-.*|user-agent|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|http2-settings|proxy-.*|forwarded|x-forwarded-.*|x-real-ip|via|cookie)$/i;

/**
 * Checks the URL of a webhook as far as that is possible without connecting.
 * @throws InvalidInput naming `url`
 */
export function checkDestination({ outbound }: DestinationDeps, url: string): void {
  try {
    outbound.check(url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const message =
      error.code === 'address_not_allowed'
        ? 'must lead to a public address'
        : 'must be an http or https URL of at most 2048 characters, without a user name or a password';
    throw new InvalidInput({ url: [message] });
  }
}

/**
 * Checks the templates of a postback, and that the values that they name were entered.
 * @throws InvalidInput naming the field
 */
export function checkRequest(
  deps: DestinationDeps,
  template: RequestTemplate,
  values: Readonly<Record<string, string>>,
): void {
  const { method, url, contentType, headers, body } = template;
  const faults: Record<string, string[]> = {};
  const refuse = (field: string, message: string) => {
    faults[field] ??= [message];
  };
  const refuseUnknown = (field: string, text: string) => {
    if (unknownMacros(text).length > 0)
      refuse(field, `must contain no other macros than ${MACRO_NAMES.map((name) => `{${name}}`).join(', ')}`);
  };
  refuseUnknown('url', url);
  if (hasMacroInHost(url)) refuse('url', 'must not contain a macro in its host');
  for (const [name, text] of Object.entries(headers)) {
    if (REFUSED_HEADERS.test(name)) refuse(`headers.${name}`, 'must be absent: postbacks cannot set this header');
    if (/[^\x20-\x7e]/.test(text)) refuse(`headers.${name}`, 'must contain printable ASCII characters only');
    refuseUnknown(`headers.${name}`, text);
  }
  if (body !== null && method !== 'POST') refuse('body', 'must be absent for a GET');
  if ((body === null) !== (contentType === null)) refuse('content_type', 'must be given with a body, and only then');
  if (body !== null && contentType === 'json') checkJson(body, refuse, refuseUnknown);
  if (body !== null && contentType === 'form') refuseUnknown('body', body);
  const missing = neededValues(template).filter((name) => !Object.hasOwn(values, name));
  if (missing.length > 0) refuse('secrets', `must contain ${missing.join(', ')}`);
  if (Object.keys(faults).length > 0) throw new InvalidInput(faults);
  checkDestination(deps, fillUrl(url, { event: { id: '', type: '', timestamp: '', data: {} }, values }));
}

function checkJson(
  body: string,
  refuse: (field: string, message: string) => void,
  refuseUnknown: (field: string, text: string) => void,
): void {
  try {
    const { values, names } = textsOfJson(body);
    for (const text of values) refuseUnknown('body', text);
    if (names.some((name) => namesIn(name).length > 0))
      refuse('body', 'must contain no macro in the name of a property');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    refuse('body', 'must be JSON, with macros in texts, such as {"value": "{value}"}');
  }
}

/** Whether entered values may be kept after a change: only if they are still sent to the same place, because nobody can read them otherwise. */
export function leadsToSameHost(before: string, after: string): boolean {
  const originOf = (url: string) => /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0].toLowerCase();
  return originOf(before) === originOf(after);
}
