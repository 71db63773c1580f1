/** The part of a text that may be in a header without ending it, as bytes of UTF-8. */
export const headerText = (text: string): string =>
  Buffer.from(text, 'utf8')
    .toString('latin1')
    .replaceAll(/[\0\r\n]/g, '');
