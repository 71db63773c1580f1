/** Identifies a leaked key for scanners, and distinguishes a key from a token (`trb_`). */
export const STORE_KEY_PREFIX = 'trbs_';
