import { resolveReferences } from '../../src/platform/http/resolve-references.ts';

/** A JSON schema in the form of the document. */
export type Schema = { [keyword: string]: unknown };

interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  schema: Schema;
}

/** The schema of a reply by media type; empty if it has no body. */
type Answers = Record<string, Record<string, { schema: Schema }>>;

/** One endpoint, as /openapi.json describes it. */
export interface Endpoint {
  method: string;
  /** The path with `{name}` for parameters. */
  path: string;
  parameters: Parameter[];
  /** The schema of a JSON body, with an example when there is one. */
  json: { schema: Schema; example: unknown } | null;
  /** The field name of a form's only file. */
  form: string | null;
  /** The replies by status. */
  answers: Answers;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { content?: Answers[string] }>;
}

/** The endpoints of an OpenAPI document, in its order. */
export function endpointsOf(document: unknown): Endpoint[] {
  const { paths } = resolveReferences(document as Document);
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => endpointOf(method.toUpperCase(), path, operation)),
  );
}

function endpointOf(method: string, path: string, { parameters = [], requestBody, responses }: Operation): Endpoint {
  const content = requestBody?.content ?? {};
  const json = content['application/json'];
  const form = content['multipart/form-data'];
  return {
    method,
    path,
    parameters,
    json: json === undefined ? null : { schema: json.schema, example: json.example },
    form: form === undefined ? null : (Object.keys(form.schema.properties as object)[0] ?? null),
    answers: Object.fromEntries(Object.entries(responses).map(([status, reply]) => [status, reply.content ?? {}])),
  };
}

/** The name of an endpoint: the route as Fastify writes it, which the log also uses. */
export function routeName(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
}
