import fc from 'fast-check';

/** Random choices, from fast-check: the same seed yields the same choices. */
export interface Draw {
  /** A whole number from 0 to `max`. */
  upTo(max: number): number;
  /** True with this probability. */
  chance(share: number): boolean;
  pick<T>(among: readonly T[]): T;
  /** A text of any characters, with this maximum length. */
  text(max: number): string;
  /** A text that matches the pattern. */
  matching(pattern: string): string;
  /** Any JSON value. */
  json(): unknown;
}

type Generator = <Arguments extends unknown[], T>(
  arbitrary: (...given: Arguments) => fc.Arbitrary<T>,
  ...given: Arguments
) => T;

const matching = (pattern: string) => fc.stringMatching(new RegExp(pattern, 'u'));

function drawFrom(generate: Generator): Draw {
  const upTo = (max: number) => generate(fc.nat, { max });
  return {
    upTo,
    chance: (share) => upTo(999) < share * 1_000,
    pick: (among) => among[upTo(among.length - 1)]!,
    text: (maxLength) => generate(fc.string, { maxLength, unit: upTo(1) === 0 ? 'binary' : 'grapheme' }),
    matching: (pattern) => generate(matching, pattern),
    json: () => generate(fc.jsonValue, { maxDepth: 3 }),
  };
}

/** Generates values with `make`; the same values for the same seed. */
export function drawn<T>(
  make: (draw: Draw, index: number) => T,
  { seed, count }: { seed: number; count: number },
): T[] {
  let index = 0;
  const one = fc.gen().map((generate) => make(drawFrom(generate as Generator), index++));
  return fc.sample(one, { seed, numRuns: count });
}
