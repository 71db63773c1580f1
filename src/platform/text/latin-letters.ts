/** Latin letters that have no decomposition into a plain letter and a mark, and signs that have a counterpart. */
const LATIN: Record<string, string> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
  ŋ: 'n',
  Ŋ: 'N',
  ĸ: 'k',
  ə: 'e',
  Ə: 'E',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '&': '+',
};

/**
 * Greek and Bulgarian letters by the conversion table of the European Payments Council (EPC217-08), which converts each letter by
 * itself; letters of other Cyrillic alphabets as the passports of their countries write them. Small letters; the pairs are letter and
 * counterpart.
 */
const TABLE =
  'αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo ' +
  'аa бb вv гg дd еe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хh цts чch шsh щsht ъa ьy юyu яya ' +
  'ыy эe ёe іi їi єie ґg ўu ђdj јj љlj њnj ћc џdz ѓg ќk ѕdz';
const OTHER_SCRIPTS: ReadonlyMap<string, string> = new Map(
  TABLE.split(' ').map((pair) => [[...pair][0]!, [...pair].slice(1).join('')]),
);

/**
 * Writes a text in plain Latin letters, digits and signs without diacritics. Letters of other scripts than Latin, Greek and Cyrillic
 * stay as they are.
 */
export function toLatin(text: string): string {
  // The marks of Cyrillic letters distinguish letters, those of Greek ones do not.
  const letters = [...text.normalize('NFC')].map((letter) =>
    OTHER_SCRIPTS.has(letter.toLowerCase()) || LATIN[letter] !== undefined ? letter : letter.normalize('NFKD'),
  );
  return [...letters.join('')]
    .map((letter, at, all) => LATIN[letter] ?? transliterated(letter, all[at + 1]) ?? letter)
    .join('')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
}

/** A letter of several becomes a capital and small ones before a small letter: Θεα is Thea, ΘΕΑ is THEA. */
function transliterated(letter: string, next: string | undefined): string | undefined {
  const small = OTHER_SCRIPTS.get(letter.toLowerCase());
  if (small === undefined || letter === letter.toLowerCase()) return small;
  const isInCapitals = next === undefined || !/\p{Ll}|\p{M}/u.test(next);
  return isInCapitals ? small.toUpperCase() : small.slice(0, 1).toUpperCase() + small.slice(1);
}

/** Whether a text has letters, and all its letters and digits can be written in Latin ones. */
export function canBeLatin(text: string): boolean {
  const plain = toLatin(text);
  return /[A-Za-z]/.test(plain) && !/(?![A-Za-z0-9])[\p{L}\p{N}]/u.test(plain);
}
