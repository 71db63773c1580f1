import { dayNumber } from './journal/frame.ts';
import { decodeHex } from './journal/hex.ts';

/** The bytes of an array. A view of them writes numbers faster than a Buffer. */
interface Target {
  bytes: Buffer;
  view: DataView;
}

/** An element type of PostgreSQL with a fixed size, and how its values are written. */
export interface ElementType<T> {
  /** As in `pg_type`. */
  oid: number;
  bytes: number;
  /** @throws RangeError for a value that the type does not have */
  write(to: Target, at: number, value: T): void;
}

export const int2: ElementType<number> = {
  oid: 21,
  bytes: 2,
  write({ view }, at, value) {
    if ((value << 16) >> 16 !== value) throw new RangeError(`${value} is no smallint`);
    view.setInt16(at, value);
  },
};

export const int4: ElementType<number> = {
  oid: 23,
  bytes: 4,
  write({ view }, at, value) {
    if ((value | 0) !== value) throw new RangeError(`${value} is no integer`);
    view.setInt32(at, value);
  },
};

const TWO_TO_32 = 2 ** 32;

export const int8: ElementType<number | bigint> = {
  oid: 20,
  bytes: 8,
  write({ view }, at, value) {
    if (typeof value === 'bigint') view.setBigInt64(at, value);
    else {
      if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no bigint`);
      view.setInt32(at, Math.floor(value / TWO_TO_32));
      view.setInt32(at + 4, value | 0);
    }
  },
};

/** Text as bytes, whose characters are faster to read than those of a string. */
const text = Buffer.alloc(64);

/** 32 hex digits in lower case, with or without dashes. */
export const uuid: ElementType<string> = {
  oid: 2950,
  bytes: 16,
  write({ bytes }, at, value) {
    const length = text.write(value, 'latin1');
    const isComplete = length === 32 || length === 36;
    if (!isComplete || decodeHex(text, 0, bytes, at) !== length) throw new RangeError(`${value} is no UUID`);
  },
};

const DAYS_TO_2000 = 10_957;

/** `YYYY-MM-DD`. */
export const date: ElementType<string> = {
  oid: 1082,
  bytes: 4,
  write: ({ view }, at, value) => view.setInt32(at, dayNumber(value) - DAYS_TO_2000),
};

/** Three ASCII characters. */
export const currencyCode: ElementType<string> = {
  oid: 25,
  bytes: 3,
  write({ view }, at, value) {
    if (value.length !== 3) throw new RangeError(`${value} is no currency`);
    for (let index = 0; index < 3; index++) view.setUint8(at + index, value.charCodeAt(index));
  },
};

const HEADER_BYTES = 20;

/**
 * Formats values as an array in the binary form of PostgreSQL. The driver sends a Buffer as it is.
 * @throws RangeError for a value that the type does not have
 */
export function binaryArray<T>({ oid, bytes, write }: ElementType<T>, values: readonly (T | null)[]): Buffer {
  const array = Buffer.allocUnsafe(HEADER_BYTES + values.length * (4 + bytes));
  const view = new DataView(array.buffer, array.byteOffset, array.length);
  const target = { bytes: array, view };
  let at = HEADER_BYTES;
  let hasNull = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    if (value === null) {
      hasNull = 1;
      view.setInt32(at, -1);
      at += 4;
    } else {
      view.setInt32(at, bytes);
      write(target, at + 4, value);
      at += 4 + bytes;
    }
  }
  // The number of dimensions, 0 for an empty array; then the length and the first index of the only one.
  view.setInt32(0, values.length === 0 ? 0 : 1);
  view.setInt32(4, hasNull);
  view.setInt32(8, oid);
  if (values.length === 0) return array.subarray(0, 12);
  view.setInt32(12, values.length);
  view.setInt32(16, 1);
  return array.subarray(0, at);
}
