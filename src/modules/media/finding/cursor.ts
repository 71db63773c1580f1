import { InvalidInput } from '../../../platform/errors/errors.ts';
import { FIGURES } from './bands.ts';

export const CREATOR_ORDERS = ['followers', 'newest', ...FIGURES] as const;
export type CreatorOrder = (typeof CREATOR_ORDERS)[number];

/** The last creator of a page: the value by which the page is sorted, and the id. */
export interface CreatorPosition {
  value: number;
  id: number;
}

const FORM = /^(\w+):(\d{1,16}):(\d{1,16})$/;

export function writeCreatorCursor(order: CreatorOrder, { value, id }: CreatorPosition): string {
  return Buffer.from(`${order}:${value}:${id}`).toString('base64url');
}

/** @throws InvalidInput naming `after` for a text that is not a cursor of this order */
export function readCreatorCursor(order: CreatorOrder, text: string): CreatorPosition {
  const [, given, value, id] = FORM.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  const position = { value: Number(value), id: Number(id) };
  if (given !== order || !Number.isSafeInteger(position.value) || !Number.isSafeInteger(position.id))
    throw new InvalidInput({ after: [`must be the \`next_cursor\` of a page in the order ${order}`] });
  return position;
}
