import type { SchemaDocument } from './named-schemas.ts';
import type { Keywords } from './schema-annotations.ts';

/** A reply in a document whose schemas are named. */
interface NamedReply {
  content?: Record<string, { schema?: Keywords & { $ref?: string } }>;
}

/**
 * Moves error replies that several operations have to `components.responses` and refers to them. A reply has the name of its schema; of several replies with one
 * schema, the one that most operations have.
 */
export function shareErrorReplies<Document extends SchemaDocument>(document: Document): Document {
  const texts = new Map<string, Map<string, number>>();
  const replies = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses = {} }) =>
      Object.entries(responses).flatMap(([status, reply]) => {
        const name = Number(status) < 400 ? null : nameOf(reply as NamedReply);
        return name === null ? [] : [{ responses, status, name, text: JSON.stringify(reply) }];
      }),
    );
  for (const { name, text } of replies) {
    const counts = texts.get(name) ?? new Map<string, number>();
    texts.set(name, counts.set(text, (counts.get(text) ?? 0) + 1));
  }
  const shared = new Map<string, string>();
  for (const [name, counts] of texts) {
    const [text, count] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]!;
    if (count > 1) shared.set(name, text);
  }
  for (const { responses, status, name, text } of replies)
    if (shared.get(name) === text) responses[status] = { $ref: `#/components/responses/${name}` } as never;
  const sorted = [...shared].sort(([a], [b]) => (a < b ? -1 : 1));
  const responses = Object.fromEntries(sorted.map(([name, text]) => [name, JSON.parse(text)]));
  return { ...document, components: { ...document.components, responses } };
}

const nameOf = ({ content }: NamedReply): string | null =>
  content?.['application/json']?.schema?.$ref?.split('/').at(-1) ?? null;
