import type { Given } from './command.ts';
import { WrongUsage } from './io.ts';

/** A text option. */
export const textOf = (options: Given, name: string): string | undefined => options[name] as string | undefined;

/** A text option that must be given. @throws WrongUsage */
export function requiredText(options: Given, name: string): string {
  const text = textOf(options, name);
  if (text === undefined || text === '') throw new WrongUsage(`--${name} is missing.`);
  return text;
}

/** A positive whole number. @throws WrongUsage */
export function idOf(options: Given, name: string): number | undefined {
  const text = textOf(options, name);
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new WrongUsage(`--${name} must be a positive whole number.`);
  return Number(text);
}

/** `{ [field]: value }`, or an empty object for a missing value. */
export function given<Field extends string, Value>(
  field: Field,
  value: Value | undefined,
): { [Name in Field]?: Value } {
  return (value === undefined ? {} : { [field]: value }) as { [Name in Field]?: Value };
}

/** The owner whose events are read, as query fields. */
export const ownerOf = (options: Given) => ({
  ...given('store_id', idOf(options, 'store')),
  ...given('client_id', idOf(options, 'agency')),
  ...given('user_id', idOf(options, 'user')),
});
