/**
 * One finding of `tributary check`. `ready`: nothing is to be done. `missing`: the installation must not serve a real marketplace before it is corrected.
 * `advice`: it may, but something will be missed.
 */
export interface Finding {
  state: 'ready' | 'missing' | 'advice';
  /** What was checked: a setting or a part of the installation. */
  subject: string;
  /** One sentence or two; for `missing` and `advice` with the remedy. */
  text: string;
}

export const ready = (subject: string, text: string): Finding => ({ state: 'ready', subject, text });
export const missing = (subject: string, text: string): Finding => ({ state: 'missing', subject, text });
export const advice = (subject: string, text: string): Finding => ({ state: 'advice', subject, text });
