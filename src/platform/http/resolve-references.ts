const REFERENCE = /^#\/(.+)$/;

/**
 * A copy of an OpenAPI document without references, for readers that show or draw from schemas: in place of each `$ref` is what it refers to, with the keywords
 * beside the reference. Equal references share one object, so the copy is not to be changed.
 */
export function resolveReferences<Document>(document: Document): Document {
  const resolved = new Map<string, unknown>();
  const targetOf = (reference: string): unknown => {
    if (!resolved.has(reference)) resolved.set(reference, resolve(find(document, reference)));
    return resolved.get(reference);
  };
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([key]) => key !== '$ref');
    const copy = Object.fromEntries(entries.map(([key, inner]) => [key, resolve(inner)]));
    const { $ref: reference } = value as { $ref?: unknown };
    return typeof reference === 'string' ? { ...(targetOf(reference) as object), ...copy } : copy;
  };
  return resolve(document) as Document;
}

/** @throws Error for a reference to nothing */
function find(document: unknown, reference: string): unknown {
  const names = (REFERENCE.exec(reference)?.[1] ?? '').split('/');
  const target = names.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    document,
  );
  if (target === undefined) throw new Error(`${reference} refers to nothing`);
  return target;
}
