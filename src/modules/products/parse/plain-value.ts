import { decodeHTMLStrict } from 'entities';

/**
 * The value of an attribute as a person reads it: entities of HTML are decoded, because shop systems export their texts, links and pictures as they stand in pages. Only entities that end in a semicolon
 * are decoded, so that the parameters of a link such as `&copy=2` remain.
 */
export function plainValue(text: string): string {
  return (text.includes('&') ? decodeHTMLStrict(text) : text).trim();
}
