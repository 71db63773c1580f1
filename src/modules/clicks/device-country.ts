/** Classes of devices, by their code. `other`: televisions, consoles, programs and user agents that name no device. */
export const DEVICES = ['other', 'desktop', 'mobile', 'tablet'] as const;
export type Device = (typeof DEVICES)[number];
export type DeviceCode = 0 | 1 | 2 | 3;

const OTHERS =
  /\b(?:smart-?tv|smarttv|googletv|apple ?tv|hbbtv|netcast|web0s|webos|bravia|roku|crkey|aft[a-z]{1,4}\b|tizen.*\btv|android ?tv|playstation|nintendo|xbox|oculus|quest)\b|\btv\b/i;
const TABLETS = /\b(?:ipad|tablet|playbook|kindle|silk)\b|\bandroid\b(?!.*\bmobile\b)/i;
const MOBILES =
  /\b(?:iphone|ipod|mobile|mobi|android|windows phone|blackberry|bb10|opera mini|opera mobi|kaios|symbian)\b/i;
const DESKTOPS = /\b(?:windows nt|macintosh|x11|cros|linux)\b/i;

/**
 * Returns the device class of a user agent. An iPad that requests desktop pages names a Macintosh, and counts as one.
 * @param userAgent at most some hundred characters, because every pattern scans all of it
 */
export function deviceCodeOf(userAgent: string): DeviceCode {
  if (OTHERS.test(userAgent)) return 0;
  if (TABLETS.test(userAgent)) return 3;
  if (MOBILES.test(userAgent)) return 2;
  return DESKTOPS.test(userAgent) ? 1 : 0;
}

/** The greatest value of `packDeviceCountry`. */
const MAX_PACKED = 26 * 26 * 4 + 3;
const LETTER_A = 65;

/**
 * Device and country as one small number, as clicks store them: the device's code, and 4 × the number of the country's two letters (0: not known).
 * The SQL functions `device_of` and `country_of` are the inverse.
 * @param country two capital letters; null: not known
 */
export function packDeviceCountry(device: DeviceCode, country: string | null): number {
  if (country === null) return device;
  return device + 4 * (1 + 26 * (country.charCodeAt(0) - LETTER_A) + country.charCodeAt(1) - LETTER_A);
}

/** Whether a value from a journal has the form of the result of `packDeviceCountry`. */
export function isDeviceCountry(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_PACKED;
}
