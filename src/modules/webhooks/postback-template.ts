import { type Money, toDecimalString } from '../../platform/money.ts';

/** The fields of an event's payload from which macros are filled. */
export interface PostbackEvent {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const money = (value: unknown): Money | null => (value === null || value === undefined ? null : (value as Money));
const field = (name: string) => (event: PostbackEvent) => text(event.data[name]);

/** The macros of a postback's URL, and their values. */
const MACROS: Record<string, (event: PostbackEvent) => string> = {
  click_id: field('click_id'),
  sub1: field('sub1'),
  sub2: field('sub2'),
  sub3: field('sub3'),
  sub4: field('sub4'),
  sub5: field('sub5'),
  payout: ({ data }) => {
    const earnings = money(data['earnings']);
    return earnings === null ? '' : toDecimalString(earnings);
  },
  currency: ({ data }) => money(data['earnings'])?.currency ?? '',
  order_status: field('status'),
  order: field('id'),
  link: field('affiliate_link_id'),
  campaign: field('offer_id'),
  store: field('store_id'),
  event: ({ type }) => type,
  timestamp: ({ timestamp }) => timestamp,
};

const MACRO = /\{([^{}]*)\}/g;

/** Names in braces that are not macros. */
export function unknownMacros(template: string): string[] {
  return [...template.matchAll(MACRO)].map(([, name]) => name!).filter((name) => !Object.hasOwn(MACROS, name));
}

export const MACRO_NAMES: readonly string[] = Object.keys(MACROS);

/** The URL of one postback. Values are percent-encoded, so that they cannot change the target of the URL. */
export function fillTemplate(template: string, event: PostbackEvent): string {
  return template.replaceAll(MACRO, (whole, name: string) =>
    Object.hasOwn(MACROS, name) ? encodeURIComponent(MACROS[name]!(event)) : whole,
  );
}

/** Whether the host of a template depends on a macro. */
export function hasMacroInHost(template: string): boolean {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(template)?.[1] ?? '';
  return /[{}]/.test(authority);
}
