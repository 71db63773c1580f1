import { createHash } from 'node:crypto';
import { type Money, minorToMajor, toDecimalString } from '../../platform/money.ts';
import { clickInstant } from '../clicks/index.ts';

/** The fields of an event's payload from which macros are filled. */
export interface PostbackEvent {
  /** The same at each attempt. */
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** A value in a body of JSON: numbers stay numbers. Empty: the event has no such value. */
type MacroValue = string | number;

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const field = (name: string) => (event: PostbackEvent) => text(event.data[name]);
const moneyOf = (value: unknown): Money | null => (value === null || value === undefined ? null : (value as Money));
const decimal = (name: string) => (event: PostbackEvent) => {
  const money = moneyOf(event.data[name]);
  return money === null ? '' : toDecimalString(money);
};
const currency = (name: string) => (event: PostbackEvent) => moneyOf(event.data[name])?.currency ?? '';
const major = (name: string) => (event: PostbackEvent) => {
  const money = moneyOf(event.data[name]);
  return money === null ? '' : minorToMajor(money);
};
const seconds = (event: PostbackEvent) => Math.floor(Date.parse(orderedAt(event)) / 1000);
const orderedAt = ({ data, timestamp }: PostbackEvent) => text(data['ordered_at']) || timestamp;

interface Macro {
  /** In URLs, headers and forms, and within longer texts. */
  text: (event: PostbackEvent) => string;
  /** As the whole value in JSON, if that is not the text. */
  json?: (event: PostbackEvent) => MacroValue;
}

const ofText = (write: (event: PostbackEvent) => string): Macro => ({ text: write });
const ofAmount = (name: string): Macro => ({ text: decimal(name), json: major(name) });
const ofNumber = (json: (event: PostbackEvent) => MacroValue): Macro => ({
  text: (event) => String(json(event)),
  json,
});

/** The macros of a postback, and their values. */
const MACROS: Record<string, Macro> = {
  click_id: ofText(field('click_id')),
  sub1: ofText(field('sub1')),
  sub2: ofText(field('sub2')),
  sub3: ofText(field('sub3')),
  sub4: ofText(field('sub4')),
  sub5: ofText(field('sub5')),
  payout: ofAmount('earnings'),
  currency: ofText(currency('earnings')),
  order_status: ofText(field('status')),
  order: ofText(field('id')),
  link: ofText(field('affiliate_link_id')),
  campaign: ofText(field('offer_id')),
  store: ofText(field('store_id')),
  event: ofText(({ type }) => type),
  timestamp: ofText(({ timestamp }) => timestamp),
  event_id: ofText(({ id }) => id),
  order_number: ofText(field('order_id')),
  voucher: ofText(field('voucher_code')),
  value: ofAmount('net_value'),
  value_currency: ofText(currency('net_value')),
  ordered_seconds: ofNumber(seconds),
  ordered_micros: ofNumber((event) => seconds(event) * 1_000_000),
  clicked_ms: ofNumber(({ data }) => (text(data['click_id']) === '' ? '' : clickInstant(text(data['click_id'])))),
  click_id_sha256: ofText(({ data }) => {
    const id = text(data['click_id']);
    return id === '' ? '' : createHash('sha256').update(id).digest('hex');
  }),
};

export const MACRO_NAMES: readonly string[] = Object.keys(MACROS);

/** The prefix of the values that the owner has entered: `{secret.api_secret}`. */
const SECRET = 'secret.';
const MACRO = /\{([^{}"]*)\}/g;
const WHOLE = /^\{([^{}"]*)\}$/;

/** Fills the macros of one request. */
export interface Filling {
  event: PostbackEvent;
  /** The values that the owner has entered, by name. */
  values: Readonly<Record<string, string>>;
}

/** The names in braces, in the order of the template. */
export const namesIn = (template: string): string[] => [...template.matchAll(MACRO)].map(([, name]) => name!);

/** The entered values that a template names. */
export const valuesIn = (template: string): string[] =>
  namesIn(template)
    .filter((name) => name.startsWith(SECRET))
    .map((name) => name.slice(SECRET.length));

/** Names in braces that are neither macros nor entered values. */
export const unknownMacros = (template: string): string[] =>
  namesIn(template).filter((name) => !name.startsWith(SECRET) && !Object.hasOwn(MACROS, name));

/** The text of a macro; empty if the event has no such value. */
function textOf(name: string, { event, values }: Filling): string {
  if (name.startsWith(SECRET)) return ownValue(values, name.slice(SECRET.length));
  return Object.hasOwn(MACROS, name) ? MACROS[name]!.text(event) : '';
}

const ownValue = (values: Filling['values'], name: string) => (Object.hasOwn(values, name) ? values[name]! : '');

/** A template with each macro replaced. @param encode makes a value safe at its place */
export function filled(template: string, filling: Filling, encode: (value: string) => string): string {
  return template.replaceAll(MACRO, (_whole, name: string) => encode(textOf(name, filling)));
}

/** Whether the event lacks a value that a template names. */
export const lacksValue = (template: string, filling: Filling): boolean =>
  namesIn(template).some((name) => textOf(name, filling) === '');

/** The value of a text in a body of JSON: a text that is one macro becomes a number if the macro is one. */
export function jsonValue(template: string, filling: Filling): MacroValue {
  const name = WHOLE.exec(template)?.[1];
  if (name !== undefined && Object.hasOwn(MACROS, name) && MACROS[name]!.json !== undefined)
    return MACROS[name]!.json(filling.event);
  return filled(template, filling, (value) => value);
}
