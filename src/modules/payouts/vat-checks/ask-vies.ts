import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';

/** The reply of the register of VAT numbers (VIES). `unavailable` decides nothing. */
export interface VatAnswer {
  outcome: 'valid' | 'invalid' | 'unavailable';
  /** The proof of the consultation; only for requesters with their own VAT number. */
  consultationNumber: string | null;
  registeredName: string | null;
  /** The reason why there was no answer. */
  reason: string | null;
}

const TIMEOUT_MS = 20_000;
const MAX_REPLY_BYTES = 64 * 1024;

/**
 * Asks VIES whether a VAT number is registered, by its REST interface (`check-vat-number`).
 * @param url the base of the interface's addresses
 * @param number the VAT number with the prefix of its country
 * @param requester our own VAT number, for a consultation number
 */
export async function askVies(
  outbound: Outbound,
  { url, number, requester, signal }: { url: string; number: string; requester: string | null; signal?: AbortSignal },
): Promise<VatAnswer> {
  const body = {
    countryCode: number.slice(0, 2),
    vatNumber: number.slice(2),
    ...(requester === null
      ? {}
      : { requesterMemberStateCode: requester.slice(0, 2), requesterNumber: requester.slice(2) }),
  };
  try {
    const reply = await outbound.request({
      url: `${url}/check-vat-number`,
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
      maxReplyBytes: MAX_REPLY_BYTES,
      ...(signal && { signal }),
    });
    if (reply.status !== 200) return unavailable(`status_${reply.status}`);
    return answerOf(JSON.parse(reply.body.toString('utf8')), number);
  } catch (error) {
    if (error instanceof OutboundError) return unavailable(error.code);
    if (error instanceof SyntaxError) return unavailable('unreadable_reply');
    throw error;
  }
}

const unavailable = (reason: string): VatAnswer => ({
  outcome: 'unavailable',
  consultationNumber: null,
  registeredName: null,
  reason: reason.slice(0, 100),
});

/** A reply counts only if it states true or false about the requested number. */
function answerOf(reply: unknown, number: string): VatAnswer {
  if (typeof reply !== 'object' || reply === null) return unavailable('unreadable_reply');
  const { valid, countryCode, vatNumber, requestIdentifier, name, userError, errorWrappers } = reply as Record<
    string,
    unknown
  >;
  if (Array.isArray(errorWrappers)) return unavailable(String(errorWrappers[0]?.error ?? 'error'));
  if (typeof valid !== 'boolean') return unavailable(typeof userError === 'string' ? userError : 'unreadable_reply');
  if (`${countryCode}${vatNumber}` !== number) return unavailable('another_number');
  return {
    outcome: valid ? 'valid' : 'invalid',
    consultationNumber: textOf(requestIdentifier),
    registeredName: textOf(name),
    reason: null,
  };
}

/** VIES writes dashes for data that a country does not provide. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' && /[^\s-]/.test(value) ? value.trim().slice(0, 200) : null;
}
