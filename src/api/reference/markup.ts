import { escapeHtml, Html, html } from '../../modules/site/index.ts';
import type { DocumentSchema } from './document.ts';

/** Below this depth, fields are in the OpenAPI document only. */
const MAX_DEPTH = 5;
const MAX_VALUES = 40;

/** The Markdown that descriptions use: paragraphs, bold text, code and links. */
export function prose(markdown = ''): Html {
  const blocks = markdown.split(/\n\s*\n/).filter((block) => block.trim() !== '');
  return new Html(blocks.map((block) => `<p>${inline(block)}</p>`).join('\n'));
}

function inline(text: string): string {
  // Code is replaced first, because no other Markdown is recognised in it.
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) =>
      index % 2 === 1
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : escapeHtml(part)
            .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
            .replaceAll(/\[([^\]]+)\]\((https?:[^)\s]+|\/[^)\s]*)\)/g, '<a href="$2">$1</a>'),
    )
    .join('');
}

/** The kind of value in a few words, such as `string, date` or `list of integers`. */
function typeOf({ type, format, enum: values, items, anyOf }: DocumentSchema): string {
  if (anyOf !== undefined) return 'one of several';
  if (items !== undefined) return `list of ${typeOf(items)}`;
  const names = (Array.isArray(type) ? type : [type ?? (values === undefined ? 'any' : typeof values[0])]).join(' or ');
  return format === undefined ? names : `${names}, ${format}`;
}

/** The limits of a value, such as its maximum length. */
function limitsOf(schema: DocumentSchema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const range = (from: number | undefined, to: number | undefined, unit: string): string[] => {
    const max = to === Number.MAX_SAFE_INTEGER ? undefined : to;
    if (from === undefined && max === undefined) return [];
    if (max === undefined) return [`at least ${from}${unit}`];
    return [from === undefined ? `at most ${max}${unit}` : `${from} to ${max}${unit}`];
  };
  return [
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' entries'),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ].join(', ');
}

const valuesOf = ({ enum: values = [], items }: DocumentSchema): readonly unknown[] =>
  values.length > 0 ? values : (items?.enum ?? []);

/** A field with its type, its limits and its nested fields. */
export function field(
  name: string,
  schema: DocumentSchema,
  { isRequired = false, depth = 0, description = schema.description } = {},
): Html {
  const limits = limitsOf(schema);
  const values = valuesOf(schema);
  return html`<li><code>${name}</code> <span class="quiet">${typeOf(schema)}${isRequired && ', required'}${schema.deprecated === true && ', deprecated'}${limits !== '' && `, ${limits}`}</span>
${description !== undefined && prose(description)}
${values.length > 0 && html`<p class="quiet">Values: ${values.slice(0, MAX_VALUES).map((value, index) => html`${index > 0 && ', '}<code>${String(value)}</code>`)}${values.length > MAX_VALUES && ' …'}</p>`}
${fields(schema, depth + 1)}</li>`;
}

/** The fields of an object or of the entries of a list; nothing for other values. */
export function fields(schema: DocumentSchema, depth = 0): Html | null {
  if (depth > MAX_DEPTH) return null;
  const { properties, required = [], items, anyOf, additionalProperties } = schema;
  if (items !== undefined) return fields(items, depth);
  if (anyOf !== undefined) {
    const shown = anyOf.map((one) => fields(one, depth + 1)).filter((one) => one !== null);
    return shown.length === 0
      ? null
      : html`${shown.map((one, index) => html`${index > 0 && html`<p class="quiet">Or:</p>`}${one}`)}`;
  }
  const entries = Object.entries(properties ?? {});
  if (entries.length > 0)
    return html`<ul class="fields">${entries.map(([name, one]) => field(name, one, { isRequired: required.includes(name), depth }))}</ul>`;
  return typeof additionalProperties === 'object' ? fields(additionalProperties, depth + 1) : null;
}
