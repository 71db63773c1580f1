import { InvalidInput } from '../../../platform/errors/errors.ts';

export const PRODUCT_ORDERS = ['newest', 'price_asc', 'price_desc', 'discount'] as const;
export type ProductOrder = (typeof PRODUCT_ORDERS)[number];

/** The last product of a page: its values of the sort order, and its id. */
export interface ProductPosition {
  value: number;
  id: number;
}

const FORM = /^(\w+):(\d{1,16}):(\d{1,16})$/;

export function writeProductCursor(order: ProductOrder, { value, id }: ProductPosition): string {
  return Buffer.from(`${order}:${value}:${id}`).toString('base64url');
}

/** @throws InvalidInput naming `after` for a text that is not a cursor of this order */
export function readProductCursor(order: ProductOrder, text: string): ProductPosition {
  const [, given, value, id] = FORM.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  const position = { value: Number(value), id: Number(id) };
  if (given !== order || !Number.isSafeInteger(position.value) || !Number.isSafeInteger(position.id))
    throw new InvalidInput({ after: [`must be the \`next\` of a page in the order ${order}`] });
  return position;
}
