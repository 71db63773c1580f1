/** The characters from code 128 on. */
const UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ';
const CODES = new Map([...UPPER].map((character, at) => [character, 128 + at]));

/**
 * Encodes a text in code page 437 (IBM PC 8-bit), which SIE files have. Characters that the code page lacks lose their accent, or
 * become a question mark.
 */
export function encodeCp437(text: string): Buffer {
  return Buffer.from([...text].map(codeOf));
}

function codeOf(character: string): number {
  const code = character.codePointAt(0)!;
  if (code < 128) return code;
  const known = CODES.get(character);
  if (known !== undefined) return known;
  const plain = character.normalize('NFKD').codePointAt(0)!;
  return plain < 128 ? plain : 63;
}
