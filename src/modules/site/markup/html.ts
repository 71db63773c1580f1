/** Markup that can be sent unchanged. Only `html` creates it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The values of a template. Texts are escaped; null and false are omitted. */
export type Content = Html | string | number | null | false | readonly Content[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for element content and for quoted attribute values. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Composes markup from a template. Attribute values must be quoted in the template. */
export function html(template: TemplateStringsArray, ...values: readonly Content[]): Html {
  const rest = values.map((value, index) => `${written(value)}${template[index + 1]}`);
  return new Html(`${template[0]}${rest.join('')}`);
}

function written(content: Content): string {
  if (content === null || content === false) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'string' || typeof content === 'number') return escapeHtml(String(content));
  return content.map(written).join('');
}
