/** Territories with country codes of their own that belong to the VAT area of another country (Article 7, Council Directive 2006/112/EC). */
const VAT_AREAS: Record<string, string> = {
  MC: 'FR',
  IM: 'GB',
};

/** The country (ISO 3166-1) whose VAT applies in a country or territory: France for Monaco, the United Kingdom for the Isle of Man. */
export function vatCountry(country: string): string {
  return VAT_AREAS[country] ?? country;
}

/**
 * Formats of VAT numbers, after the country prefix. Greece uses EL. The format is checked, not whether the number is registered.
 */
const FORMATS: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E\d{9}(?:MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GB: /^(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  NO: /^\d{9}(?:MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

const OTHER = /^[A-Z0-9]{4,20}$/;

/** The fault of a field with another text. @param country ISO 3166-1 */
export const notVatNumber = (country: string): string => `must be a VAT number of ${country}, with its country prefix`;

/**
 * Normalises a VAT number to its prefix and digits without separators, for example `SE559000000001`.
 * @param country ISO 3166-1 of the company; a known country requires its format. Its prefix is added where the number lacks it
 * @returns null when the format is wrong
 */
export function parseVatNumber(text: string, country: string): string | null {
  const compact = text.toUpperCase().replaceAll(/[\s.\-/]/g, '');
  const area = vatCountry(country);
  const prefix = area === 'GR' ? 'EL' : area;
  const format = FORMATS[prefix];
  if (format === undefined) return OTHER.test(compact) ? compact : null;
  // Northern Ireland trades goods under XI; the digits are those of GB.
  const accepted = prefix === 'GB' && compact.startsWith('XI') ? 'XI' : prefix;
  const digits = compact.startsWith(accepted) ? compact.slice(accepted.length) : compact;
  return format.test(digits) ? `${accepted}${digits}` : null;
}
