import type { CallToolResult, InputRequiredResult, ServerContext, Tool } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/auth/actor.ts';
import { type AssistantOperation, isFor } from '../../platform/http/assistant-operations.ts';
import { isKeywords, type Keywords } from '../../platform/http/schema-annotations.ts';
import { type CallInput, callOperation, UnusableInput } from './call-operation.ts';
import { isConfirmationOf, sealConfirmation } from './confirmation.ts';
import { findOperations } from './find-operations.ts';
import { jsonOf, ownResult, refusal, resultOf } from './results.ts';

/** The longest input that a person can be asked to confirm, in characters. */
const MAX_CONFIRMED = 2_000;

/** One request of a program. */
export interface AssistantRequest {
  app: FastifyInstance;
  request: FastifyRequest;
  actor: Actor;
  operations: readonly AssistantOperation[];
  sdk: typeof import('@modelcontextprotocol/server');
}

type ToolResult = CallToolResult | InputRequiredResult;

const operationField = { type: 'string', description: 'The name of an operation, as search_operations returns it.' };
const inputField = {
  type: 'object',
  description:
    'The input that describe_operation states: path and query fields by name, and `body` for operations with a body.',
};
const READ = { readOnlyHint: true, openWorldHint: false };
const WRITE = { readOnlyHint: false, destructiveHint: true, openWorldHint: false };

/**
 * The tools of a caller: those that find and call operations, and one for each operation that is declared as a tool. All operations as tools would
 * be more than a model can choose from ([ADR 24](docs/adr/0024-assistants-search-operations.md)).
 */
export function toolsOf({ actor, operations }: Pick<AssistantRequest, 'actor' | 'operations'>): Tool[] {
  const own = operations.filter((operation) => isFor(actor, operation));
  const general: Tool[] = [
    {
      name: 'search_operations',
      title: 'Search operations',
      description:
        'Finds what can be read or changed, by English words such as “orders of a store” or “statistics by link”.',
      inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
      annotations: READ,
    },
    {
      name: 'describe_operation',
      title: 'Describe an operation',
      description: 'States what an operation does and the input that it takes.',
      inputSchema: { type: 'object', properties: { operation: operationField }, required: ['operation'] },
      annotations: READ,
    },
    {
      name: 'read',
      title: 'Read',
      description: 'Calls an operation that reads. Changes nothing.',
      inputSchema: {
        type: 'object',
        properties: { operation: operationField, input: inputField },
        required: ['operation'],
      },
      annotations: READ,
    },
  ];
  const writes = own.some(({ use }) => typeof use !== 'string');
  const change: Tool = {
    name: 'change',
    title: 'Change',
    description: 'Calls an operation that changes something, after the person has confirmed it.',
    inputSchema: {
      type: 'object',
      properties: { operation: operationField, input: inputField },
      required: ['operation'],
    },
    annotations: WRITE,
  };
  return [...general, ...(writes ? [change] : []), ...own.filter(({ use }) => use === 'tool').map(toolOf)];
}

/** Calls a tool. Everything that a model can repair is a result with a sentence, not an error of the protocol. */
export async function callTool(
  from: AssistantRequest,
  { name, input, context }: { name: string; input: CallInput; context: ServerContext },
): Promise<ToolResult> {
  const own = from.operations.filter((operation) => isFor(from.actor, operation));
  const named = own.find(({ operationId }) => operationId === input['operation']);
  try {
    if (name === 'search_operations')
      return ownResult({ operations: findOperations(own, String(input['query'] ?? '')).map(lineOf) });
    if (name === 'describe_operation') return named === undefined ? unknown(input) : ownResult(descriptionOf(named));
    if (name === 'read' || name === 'change') {
      if (named === undefined) return unknown(input);
      const isRead = typeof named.use === 'string';
      if (isRead !== (name === 'read'))
        return refusal(`${named.operationId} is for the tool \`${isRead ? 'read' : 'change'}\`.`);
      const given = input['input'] ?? {};
      if (!isKeywords(given)) return refusal('`input` must be an object.');
      return isRead ? await read(from, named, given) : await change(from, { operation: named, input: given, context });
    }
    const tool = own.find((operation) => operation.use === 'tool' && toolName(operation) === name);
    return tool === undefined ? refusal('There is no such tool.') : await read(from, tool, input);
  } catch (error) {
    if (error instanceof UnusableInput) return refusal(error.message);
    throw error;
  }
}

async function read({ app, request }: AssistantRequest, operation: AssistantOperation, input: CallInput) {
  return resultOf(await callOperation(app, { operation, input, request }));
}

/** Changes something after the person has confirmed exactly this call. A program that cannot ask the person is told where to do it. */
async function change(
  { app, request, actor, sdk }: AssistantRequest,
  { operation, input, context }: { operation: AssistantOperation; input: CallInput; context: ServerContext },
): Promise<ToolResult> {
  const { vault, now, publicUrl } = app.contextFor(request, actor);
  const { operationId, summary, use } = operation;
  const asked = { operationId, input };
  const { mcpReq } = context;
  const state = mcpReq.requestState<string>();
  if (state !== undefined && isConfirmationOf(vault, state, actor, asked, now())) {
    const answer = sdk.inputResponse(mcpReq.inputResponses, 'confirm');
    const isConfirmed = answer.kind === 'elicit' && answer.action === 'accept' && answer.content?.['confirm'] === true;
    if (!isConfirmed)
      return refusal('The person has not confirmed it. Do not try it again unless the person asks for it.');
    return resultOf(await callOperation(app, { operation, input, request }));
  }
  const page = `${publicUrl}${typeof use === 'string' ? '/console' : use.page}`;
  const inConsole = `Ask the person to do it in the console: ${page}`;
  if (!canAsk(context, sdk)) return refusal(`A person must confirm this, and this program cannot ask. ${inConsole}`);
  const text = jsonOf(input);
  if (text.length > MAX_CONFIRMED) return refusal(`This is too long for a confirmation. ${inConsole}`);
  const message = `Do this in your name at ${new URL(publicUrl).host}? ${summary} (${operationId}): ${text}`;
  return sdk.inputRequired({
    inputRequests: {
      confirm: sdk.inputRequired.elicit({
        message,
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: 'Yes, do this', default: false } },
          required: ['confirm'],
        },
      }),
    },
    requestState: sealConfirmation(vault, actor, asked, now()),
  });
}

/** Whether the program can show a form to the person. Programs of 2025 cannot, because this endpoint has no sessions in which to ask. */
function canAsk({ mcpReq }: ServerContext, { CLIENT_CAPABILITIES_META_KEY }: AssistantRequest['sdk']): boolean {
  const envelope = mcpReq.envelope as Record<string, { elicitation?: object } | undefined> | undefined;
  const modes = envelope?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation;
  return modes !== undefined && ('form' in modes || !('url' in modes));
}

function unknown(input: CallInput): CallToolResult {
  const name = jsonOf(input['operation'] ?? null);
  return refusal(`There is no operation ${name} for this caller. Search with search_operations.`);
}

const lineOf = ({ operationId, summary, use }: AssistantOperation) => ({
  operation: operationId,
  title: summary,
  tool: typeof use === 'string' ? 'read' : 'change',
});

function descriptionOf(operation: AssistantOperation) {
  const { operationId, summary, description } = operation;
  return { operation: operationId, title: summary, description, input: schemaOf(operation) };
}

function toolOf(operation: AssistantOperation): Tool {
  const { summary, description } = operation;
  const [first = ''] = description.split('\n\n');
  return {
    name: toolName(operation),
    title: summary,
    description: first.startsWith('**') ? `${summary}.` : `${summary}. ${first}`,
    inputSchema: schemaOf(operation),
    annotations: READ,
  };
}

/** `list_store_orders` for `listStoreOrders`. */
const toolName = ({ operationId }: AssistantOperation): string =>
  operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The input of an operation as one object. */
function schemaOf({ path, query, requiredQuery, body }: AssistantOperation): Tool['inputSchema'] {
  const properties: Record<string, Keywords> = Object.assign({}, path, query);
  if (body !== null) properties['body'] = body;
  const required = [...Object.keys(path), ...requiredQuery, ...(body === null ? [] : ['body'])];
  return {
    type: 'object' as const,
    properties: properties as NonNullable<Tool['inputSchema']['properties']>,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}
