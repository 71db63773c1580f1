import type { Channel } from './read-report.ts';

/** Levels of trust: a browser's report can be forged, a signed page contains the order as the store wrote it, plugin and server are the store itself. */
export const TRUST = { page: 0, signedPage: 1, shop: 2 } as const;
export type Trust = (typeof TRUST)[keyof typeof TRUST];

/** Returns the level of trust of a report. */
export function trustOf({ channel, signed }: { channel: Channel; signed: boolean }): Trust {
  if (channel !== 'sales_pixel') return TRUST.shop;
  return signed ? TRUST.signedPage : TRUST.page;
}
