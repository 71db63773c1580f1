/** The part of an OpenAPI document from which the program is generated. */
export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>;
}

interface ApiOperation {
  operationId: string;
  parameters?: { in: string; name: string; required?: boolean; schema: { enum?: unknown[]; type?: string } }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** A reply of the running service. */
export interface SampleReply {
  path: string;
  body: unknown;
}

/** Every operation of a document, with its method and path. */
export const operationsOf = ({ paths }: ApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );

/**
 * Writes a program that compiles only if the types of the client hold: it calls every operation with its parameters and its body, and its constants
 * are replies of the running service. Lines that must not compile prove that the compiler checks them.
 */
export function typeProgram(document: ApiDocument, replies: readonly SampleReply[]): string {
  const calls = operationsOf(document).map(({ method, path, operationId, requestBody }) => {
    const [media] = Object.keys(requestBody?.content ?? {});
    const of = `operations['${operationId}']`;
    const body = media === undefined ? '' : `, body: any<NonNullable<${of}['requestBody']>['content']['${media}']>()`;
    return `export const ${operationId} = () => client.${method}('${path}', { params: any<${of}['parameters']>()${body} });`;
  });
  const constants = replies.map(
    ({ path, body }, n) => `export const reply${n}: Reply<'${path}'> = ${JSON.stringify(body)};`,
  );
  return `import { ApiError, createClient, type ErrorCode, type Order, paginate, RuleError, type operations, type paths } from '@tributary/client';
declare function any<T>(): T;
type Reply<Path extends keyof paths> = paths[Path] extends { get: { responses: { 200: { content: { 'application/json': infer Body } } } } } ? Body : never;
const client = createClient();
${calls.join('\n')}
${constants.join('\n')}
// @ts-expect-error an unknown path
client.GET('/v2/nothing');
// @ts-expect-error a field of another type
client.POST('/v2/affiliate-links', { body: { url: 7 } });
// @ts-expect-error a missing parameter
client.GET('/v2/affiliate-links/{affiliate_link}');
// @ts-expect-error a reply of another type
export const wrong: Reply<'/v2/health'> = { status: 7 };
// @ts-expect-error no list
paginate(client, '/v2/health');
for await (const { title } of paginate(client, '/v2/affiliate-links')) title satisfies string;
(await client.GET('/v2/me')).data.email satisfies string;
(await client.DELETE('/v2/tokens/{token}', { params: { path: { token: 1 } } })).data satisfies undefined;
const orders = { path: { store: 1 } };
const order: Order | undefined = (await client.GET('/v2/stores/{store}/orders', { params: orders })).data.data[0];
order?.value.amount satisfies string | undefined;
(await client.GET('/v2/stores/{store}/orders', { params: orders, parseAs: 'text' })).data satisfies string;
try {
  await client.GET('/v2/me');
} catch (error) {
  if (error instanceof ApiError) error.code satisfies ErrorCode | null;
  // @ts-expect-error a code that no reply has
  if (error instanceof RuleError && error.code === 'no_such_code') throw error;
}
`;
}
