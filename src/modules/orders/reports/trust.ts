import type { Channel } from './read-report.ts';

/** How far a report is believed: a shopper's browser may say anything, a signed page has its order from the store, plugin and server are the store. */
export const TRUST = { page: 0, signedPage: 1, shop: 2 } as const;
export type Trust = (typeof TRUST)[keyof typeof TRUST];

/** How far a report by a way is believed. */
export function trustOf({ channel, signed }: { channel: Channel; signed: boolean }): Trust {
  if (channel !== 'sales_pixel') return TRUST.shop;
  return signed ? TRUST.signedPage : TRUST.page;
}
