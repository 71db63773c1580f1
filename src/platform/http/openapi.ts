import type {} from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { everyone } from '../auth/policy.ts';
import { closed } from './closed-schema.ts';
import { HEADER_COMPONENTS, type HeaderFacts, headersOf } from './document-headers.ts';
import { id } from './fields.ts';
import { FORMATS } from './formats.ts';
import { nameDocumentSchemas, type SchemaDocument } from './named-schemas.ts';
import { operation } from './operation.ts';
import { type FileReply, isFileReply } from './replies.ts';
import { ANNOTATIONS, isKeywords, type Keywords, mapChildren } from './schema-annotations.ts';
import { shareErrorReplies } from './shared-responses.ts';
import { type StaticText, sendRepresentation, staticText } from './static-text.ts';

const DOCUMENT_PATH = '/openapi.json';

export interface DocumentFacts {
  title: string;
  description: string;
  /** The day of the last change of the API, such as `2026-11-29`. */
  version: string;
  /** The public address of the server. */
  publicUrl: string;
  /** OpenAPI path items of requests that are handled outside of Fastify. */
  redirectPaths: Record<string, object>;
  /** Requests that the server sends, by kind of event. */
  webhooks?: Record<string, DocumentedWebhook>;
  /** Examples of request bodies by operation id, each with a sentence on how to send it. */
  examples?: ReadonlyMap<string, DocumentedExample>;
  /** By default, the sections are the tags. */
  tags?: DocumentTags;
}

/** The sections of each tag, by the group of the tag. */
export type DocumentTags = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** A request that this server sends. */
export interface DocumentedWebhook {
  description: string;
  /** The schema of its JSON body. */
  body: TSchema;
}

interface DocumentedExample {
  body: unknown;
  sentence: string;
}

/** Small objects that many records contain, by their names in the document. */
const COMMON_SCHEMAS: Record<string, TSchema> = {
  Identified: Type.Object({ id: id() }),
  IdentifiedInput: Type.Object({ id: id() }, { additionalProperties: false }),
  Named: Type.Object({ id: id(), name: Type.String() }),
  NamedInput: Type.Object({ id: id(), name: Type.String() }, { additionalProperties: false }),
  Titled: Type.Object({ id: id(), title: Type.String() }),
  Account: Type.Object({ id: id(), username: Type.String() }),
};

const SECURITY_SCHEMES = {
  accessToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'An access token of a person (`trb_…`) or an API key of a store (`trbs_…`), as it is: `Authorization: trb_…`. Bearer is accepted, too (`accessTokenAsBearer`).',
    'x-example': 'trb_XT5YdY_cIOf8WZ99NwX…',
  },
  accessTokenAsBearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The same access token or API key of a store with the scheme: `Authorization: Bearer trbs_…`.',
    'x-example': 'Bearer trbs_YguXMA…',
  },
  idpSession: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token issued by the identity provider: `Authorization: Bearer <JWT>`.',
  },
  serviceApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'service-api-key',
    description: 'The key that the identity provider presents with its hooks.',
  },
} as const;

/**
 * Serves the OpenAPI 3.1 document at `/openapi.json`: the document of every route that is added later.
 * @param built reads the document, if `npm run build` has written it; otherwise it is generated from the routes on the first request
 */
export async function documentRoutes(
  app: FastifyInstance,
  facts: DocumentFacts,
  built: (() => Promise<string>) | null = null,
): Promise<void> {
  if (built === null) await collectRoutes(app, facts);
  const read = built ?? (async () => JSON.stringify(app.swagger()));
  let document: Promise<StaticText> | undefined;
  operation(app, {
    method: 'GET',
    url: DOCUMENT_PATH,
    operationId: 'getOpenApiDocument',
    summary: 'This reference, as an OpenAPI 3.1 document',
    tags: ['Platform'],
    addition: true,
    policy: everyone,
    replies: {
      200: Type.Object({}, { additionalProperties: true, description: 'The document.' }),
      304: Type.Null({ description: 'The document has not changed (`if-none-match`).' }),
    },
    handle: async ({ request, reply }) => {
      document ??= read().then(staticText);
      // The document is public and equal for all callers, so any origin may read it.
      reply.header('access-control-allow-origin', '*');
      sendRepresentation(await document, request, reply.type('application/json; charset=utf-8'));
    },
  });
}

/** Collects every route that is added later; `app.swagger()` returns their document. */
async function collectRoutes(app: FastifyInstance, facts: DocumentFacts): Promise<void> {
  const { title, description, version, publicUrl, redirectPaths, webhooks = {}, examples = new Map(), tags } = facts;
  const headerFacts = new Map<string, HeaderFacts>();
  // A built server has the generated document and does not need the plugin.
  const { default: fastifySwagger } = await import('@fastify/swagger');
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, description, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      // The reference sends requests to the first server. Its policy permits only its own origin.
      servers: [{ url: '/' }, { url: publicUrl }],
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    stripBasePath: false,
    transform: ({ schema, url, route }) => {
      const facts = route.config?.operation;
      if (facts === undefined) return { schema, url };
      const { operationId, documented, hasTag, rateLimited: isRateLimited, isDeprecated } = facts;
      headerFacts.set(operationId, { isRateLimited, hasTag, isDeprecated });
      return { schema: forReaders({ ...schema, response: documented }), url };
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      const { openapiObject } = document;
      writeOutParameters(openapiObject.paths as Paths);
      showExamples(openapiObject.paths as Paths, examples);
      showHeaders(openapiObject.paths as Paths, headerFacts);
      const named = nameDocumentSchemas(
        {
          ...openapiObject,
          paths: { ...openapiObject.paths, ...redirectPaths } as SchemaDocument['paths'],
          webhooks: webhookItems(webhooks) as NonNullable<SchemaDocument['webhooks']>,
        },
        Object.fromEntries(Object.entries(COMMON_SCHEMAS).map(([name, schema]) => [name, plain(schema as Keywords)])),
      );
      const shared = shareErrorReplies(named);
      const components = { ...shared.components, headers: usedHeaders(shared) };
      return tags === undefined ? { ...shared, components } : withTags({ ...shared, components }, tags);
    },
  });
}

/** OpenAPI 3.1's section of requests that the server sends. */
function webhookItems(webhooks: Record<string, DocumentedWebhook>): Record<string, object> {
  const itemOf = ([name, { description, body }]: [string, DocumentedWebhook]) => {
    const schema = plain(body as Keywords);
    const post = {
      summary: name,
      description,
      tags: ['Webhooks'],
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'Accepted. Any other reply, or none within 15 seconds, leads to a retry.' } },
    };
    return [name, { post }];
  };
  return Object.fromEntries(Object.entries(webhooks).map(itemOf));
}

/**
 * The schemas for the document: without annotations, with patterns for custom formats, closed where unknown fields are refused, and
 * with fields marked as optional that have a default.
 */
export function forReaders(schema: FastifySchema): FastifySchema {
  const parts = Object.entries(schema).map(([part, value]) => {
    if (part === 'response') {
      const replies = Object.entries(value as Record<string, Keywords | FileReply>);
      return [part, Object.fromEntries(replies.map(([status, reply]) => [status, plainReply(reply)]))];
    }
    if (!['params', 'querystring', 'body'].includes(part)) return [part, value];
    const written = optionalDefaults(plain(value as Keywords));
    // Unknown fields are permitted in a query, but not in a body.
    return [part, part === 'body' ? closed(written) : written];
  });
  return Object.fromEntries(parts) as FastifySchema;
}

function plainReply(reply: Keywords | FileReply): Keywords | FileReply {
  if (!isFileReply(reply)) return plain(reply);
  const content = Object.entries(reply.content).map(([mediaType, { schema }]) => [
    mediaType,
    { schema: plain(schema as Keywords) },
  ]);
  return { ...reply, content: Object.fromEntries(content) };
}

function plain(schema: Keywords): Keywords {
  if (schema['x-usual'] === true) {
    const [usual] = schema.anyOf as Keywords[];
    return plain({ ...usual!, ...(schema.description === undefined ? {} : { description: schema.description }) });
  }
  const copy = mapChildren(schema, plain);
  for (const annotation of ANNOTATIONS) if (annotation !== 'x-name') delete copy[annotation];
  const pattern = FORMATS[String(copy.format)]?.pattern;
  if (pattern !== undefined) copy.pattern ??= pattern;
  return copy;
}

function optionalDefaults(schema: Keywords): Keywords {
  const copy = mapChildren(schema, optionalDefaults);
  const { properties, required } = copy;
  if (isKeywords(properties) && Array.isArray(required)) {
    copy.required = required.filter((name) => !('default' in ((properties[name] as object | undefined) ?? {})));
  }
  return copy;
}

/** Replaces the section of each operation by its tag; the section remains as `x-section`. */
function withTags<Document extends { paths: object; webhooks?: object }>(document: Document, tags: DocumentTags) {
  const groups = Object.entries(tags);
  const tagOf = new Map(
    groups.flatMap(([, group]) =>
      Object.entries(group).flatMap(([tag, sections]) => sections.map((section) => [section, tag])),
    ),
  );
  const operations = [document.paths, document.webhooks ?? {}]
    .flatMap((paths) => Object.values(paths as Paths))
    .flatMap((methods) => Object.values(methods));
  for (const operation of operations) {
    const [section = ''] = operation.tags ?? [];
    const tag = tagOf.get(section);
    if (tag === undefined) throw new Error(`The section ${section} of ${operation.operationId} belongs to no tag`);
    operation.tags = [tag];
    operation['x-section'] = section;
  }
  return {
    ...document,
    tags: groups.flatMap(([, group]) =>
      Object.entries(group).map(([name, sections]) => ({ name, description: `${sections.join('; ')}.` })),
    ),
    'x-tagGroups': groups.map(([name, group]) => ({ name, tags: Object.keys(group) })),
  };
}

/** Refers to the headers of each reply. */
function showHeaders(paths: Paths, facts: ReadonlyMap<string, HeaderFacts>): void {
  for (const { operationId = '', responses = {} } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const [status, reply] of Object.entries(responses)) {
      const known = facts.get(operationId);
      if (known !== undefined) reply.headers = { ...reply.headers, ...headersOf(Number(status), known) };
    }
}

/** The components of the headers to which the document refers. */
function usedHeaders(document: object): object {
  const text = JSON.stringify(document);
  const used = Object.entries(HEADER_COMPONENTS).filter(([name]) => text.includes(`"#/components/headers/${name}"`));
  return Object.fromEntries(used);
}

interface PathOperation {
  tags?: string[];
  'x-section'?: string;
  responses?: Record<string, { headers?: Record<string, object> }>;
  operationId?: string;
  description?: string;
  parameters?: { in: string; name: string; deprecated?: boolean; schema?: Keywords }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

type Paths = Record<string, Record<string, PathOperation>>;

/** Names lists in a query `name[]`, as in `name[]=a&name[]=b`, and marks deprecated fields as deprecated parameters, where tools expect it. */
function writeOutParameters(paths: Paths): void {
  for (const operations of Object.values(paths)) {
    for (const { parameters = [] } of Object.values(operations)) {
      for (const parameter of parameters) {
        if (parameter.in === 'query' && parameter.schema?.type === 'array') parameter.name += '[]';
        if (parameter.schema?.deprecated === true) parameter.deprecated = true;
      }
    }
  }
}

/** Adds each operation's example where tools expect it, and appends to the description how to send it. */
function showExamples(paths: Paths, examples: NonNullable<DocumentFacts['examples']>): void {
  for (const operation of Object.values(paths).flatMap((operations) => Object.values(operations))) {
    const example = examples.get(operation.operationId ?? '');
    const json = operation.requestBody?.content['application/json'];
    if (example === undefined || json === undefined) continue;
    json.example = example.body;
    operation.description = `${operation.description}\n\n${example.sentence}`;
  }
}
