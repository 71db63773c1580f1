import { InvalidInput } from '../../platform/errors/errors.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { fillTemplate, hasMacroInHost, MACRO_NAMES, unknownMacros } from './postback-template.ts';
import type { WebhookKind } from './webhook.ts';

export interface DestinationDeps {
  outbound: Outbound;
}

/**
 * Checks the URL of a new webhook, or the template of a new postback, as far as that is possible without connecting.
 * @throws InvalidInput naming `url`
 */
export function checkDestination({ outbound }: DestinationDeps, kind: WebhookKind, url: string): void {
  const refuse = (message: string) => {
    throw new InvalidInput({ url: [message] });
  };
  if (kind === 'postback') {
    const unknown = unknownMacros(url);
    if (unknown.length > 0)
      refuse(`must contain no other macros than ${MACRO_NAMES.map((name) => `{${name}}`).join(', ')}`);
    if (hasMacroInHost(url)) refuse('must not contain a macro in its host');
  }
  try {
    outbound.check(kind === 'postback' ? fillTemplate(url, { type: '', timestamp: '', data: {} }) : url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    refuse(
      error.code === 'address_not_allowed'
        ? 'must lead to a public address'
        : 'must be an http or https URL of at most 2048 characters, without a user name or a password',
    );
  }
}
