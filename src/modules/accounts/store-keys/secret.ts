/** By which scanners recognise a leaked key, and authentication tells a key from a token (`trb_`). */
export const STORE_KEY_PREFIX = 'trbs_';
