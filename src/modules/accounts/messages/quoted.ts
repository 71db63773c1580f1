import { onOneLine } from '../../../platform/mail/mail.ts';

/**
 * The lines of a message in a mail, followed by an empty line. Each line is marked, so that what a person has typed cannot be taken for the mail's own
 * words, and no line is an address alone, which would become a link of its own.
 */
export const quoted = (text: readonly string[] = []): readonly string[] =>
  text.length === 0 ? [] : [...text.map((line) => `> ${onOneLine(line)}`.trimEnd()), ''];
