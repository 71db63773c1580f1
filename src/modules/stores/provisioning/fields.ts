import { Type } from 'typebox';

/** A key for programs and addresses: lower-case letters and digits in words joined by hyphens, at most 64 characters. */
export function key(description: string) {
  return Type.String({
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    maxLength: 64,
    description,
    'x-says': 'must be 1 to 64 small letters and digits, in words joined by single hyphens',
  });
}
