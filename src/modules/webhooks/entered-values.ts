import type { SealedColumn } from '../../platform/secrets/sealed-columns.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { valuesIn } from './postback-macros.ts';
import type { RequestTemplate } from './postback-template.ts';

const place = (id: number | string) => `webhook/${id}/values`;

/** The values that owners of postbacks have entered: ids and tokens of other services. */
export const ENTERED_VALUES: SealedColumn = { table: 'webhooks', column: 'sealed_values', key: 'id', place };

/** Encrypts the entered values of a postback; null without any. */
export function sealValues(vault: Vault, id: number, values: Readonly<Record<string, string>>): Buffer | null {
  if (Object.keys(values).length === 0) return null;
  return vault.seal(Buffer.from(JSON.stringify(values)), place(id));
}

/** Decrypts the entered values of a postback. @throws VaultClosed */
export function openValues(vault: Vault, id: number, sealed: Buffer | null): Record<string, string> {
  return sealed === null ? {} : JSON.parse(vault.open(sealed, place(id)).toString());
}

/** The names of the entered values that a request requires, without duplicates. */
export function neededValues({ url, headers, body }: RequestTemplate): string[] {
  return [...new Set([url, ...Object.values(headers), body ?? ''].flatMap(valuesIn))];
}

/** What stands in place of an entered value in logs. */
const HIDDEN = '•••';

export const hiddenValues = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(values).map((name) => [name, HIDDEN]));

/** A text of the receiver, which may repeat what it was sent, without the entered values. */
export function withoutValues(text: string, values: Readonly<Record<string, string>>): string {
  return Object.values(values).reduce(
    (shown, value) => [value, encodeURIComponent(value)].reduce((one, hidden) => one.replaceAll(hidden, HIDDEN), shown),
    text,
  );
}
