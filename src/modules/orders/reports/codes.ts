import type { Warning } from './warnings.ts';

/** The maximum length of a code, as for vouchers. */
export const MAX_CODE = 64;
/** The maximum number of codes of one order. */
const MAX_CODES = 20;

/** The codes in a text of several, in their sequence. */
export const splitCodes = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');

/**
 * Reads the codes of a report: `voucher_code`, which may be a list separated by commas, and then `voucher_codes`. Codes that are too long or no texts are
 * dropped, because no voucher can be meant.
 * @param warnings receives what was dropped
 * @returns the codes, separated by commas; null if there are none
 */
export function readCodes(
  { voucher_code: one, voucher_codes: more }: { voucher_code?: unknown; voucher_codes?: unknown },
  warnings: Warning[],
): string | null {
  const found = new Set<string>();
  const drop = (field: string, message: string) => warnings.push({ field, message });
  const add = (field: string, given: unknown) => {
    if (given === null || given === undefined) return;
    if (typeof given !== 'string' && typeof given !== 'number') {
      drop(field, 'must be text; dropped');
      return;
    }
    for (const code of splitCodes(String(given).replaceAll('\0', ''))) {
      if ([...code].length > MAX_CODE) drop(field, `must be at most ${MAX_CODE} characters; dropped`);
      else if (found.size < MAX_CODES) found.add(code);
      else if (!found.has(code)) drop(field, `must be at most ${MAX_CODES} codes; the others were dropped`);
    }
  };
  add('voucher_code', one);
  for (const code of Array.isArray(more) ? more : [more]) add('voucher_codes', code);
  return found.size === 0 ? null : [...found].join(',');
}
