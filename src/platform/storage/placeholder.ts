import { createHash } from 'node:crypto';

/** The placeholder for a store without a logo: a bag on grey, without text or brand colours. */
const LOGO = Buffer.from(
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" role="img" aria-label="No logo yet">',
    '<rect width="256" height="256" fill="#eceef1"/>',
    '<path d="M76 100h104l10 92H66z" fill="#fff" stroke="#9aa3ae" stroke-width="8" stroke-linejoin="round"/>',
    '<path d="M100 118V92a28 28 0 0 1 56 0v26" fill="none" stroke="#9aa3ae" stroke-width="8" stroke-linecap="round"/>',
    '</svg>\n',
  ].join(''),
);

/** Built-in pictures by their path below `/files/`. */
export const PLACEHOLDERS: Record<string, { content: Buffer; hash: string }> = {
  'placeholder/logo.svg': { content: LOGO, hash: createHash('sha256').update(LOGO).digest('hex') },
};
