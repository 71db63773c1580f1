/** The properties of a JSON schema that the reference shows. */
export interface DocumentSchema {
  type?: string | string[];
  format?: string;
  description?: string;
  deprecated?: boolean;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  required?: readonly string[];
  properties?: Record<string, DocumentSchema>;
  additionalProperties?: boolean | DocumentSchema;
  items?: DocumentSchema;
  anyOf?: readonly DocumentSchema[];
}

type Content = Record<string, { schema?: DocumentSchema; example?: unknown }>;

interface DocumentParameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: DocumentSchema;
}

interface DocumentOperation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: readonly string[];
  'x-section'?: string;
  deprecated?: boolean;
  parameters?: readonly DocumentParameter[];
  requestBody?: { content: Content };
  responses?: Record<string, { description?: string; content?: Content }>;
  security?: readonly Record<string, unknown>[];
}

/** The properties of the OpenAPI document that the reference shows. */
export interface ApiDocument {
  info: { title: string; description?: string };
  paths: Record<string, Record<string, DocumentOperation>>;
  webhooks?: Record<string, Record<string, DocumentOperation>>;
}

/** An operation with its address. For a webhook, `path` is the name of the event. */
export interface ReferenceOperation extends DocumentOperation {
  id: string;
  method: string;
  path: string;
  parameters: readonly DocumentParameter[];
  isWebhook: boolean;
}

/** The operations of one subject, which are shown on one page. */
export interface ReferenceSection {
  name: string;
  /** The last segment of the address of the page. */
  slug: string;
  operations: ReferenceOperation[];
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** The sections in alphabetical order, the events of webhooks last. */
export function sectionsOf({ paths, webhooks = {} }: ApiDocument): ReferenceSection[] {
  const sections = new Map<string, ReferenceOperation[]>();
  const add = (name: string, operation: ReferenceOperation) =>
    sections.set(name, [...(sections.get(name) ?? []), operation]);
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const id = operation.operationId ?? slugOf(`${method} ${path}`);
      const shown = { ...operation, id, method: method.toUpperCase(), path, isWebhook: false };
      add(operation['x-section'] ?? operation.tags?.[0] ?? 'Others', {
        ...shown,
        parameters: operation.parameters ?? [],
      });
    }
  const named = [...sections].sort(([one], [other]) => one.localeCompare(other, 'en'));
  const events = Object.entries(webhooks).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => {
      const { summary = path } = operation;
      return { ...operation, id: slugOf(path), method: 'Event', path, summary, parameters: [], isWebhook: true };
    }),
  );
  return [...named, ['Webhook events', events] as const].map(([name, operations]) => ({
    name,
    slug: slugOf(name),
    operations,
  }));
}
