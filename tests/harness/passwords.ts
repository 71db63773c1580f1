/** Strong passwords of the minimum and the maximum length. */
export const SHORTEST_PASSWORD = 'kV9#qz2!';
export const LONGEST_PASSWORD = Array.from({ length: 256 }, (_, n) =>
  String.fromCodePoint(0x1f400 + ((n * n * 31 + n * 17) % 211)),
).join('');
