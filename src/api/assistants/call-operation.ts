import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { asAssistant } from '../../platform/http/assistant-calls.ts';
import type { AssistantOperation } from '../../platform/http/assistant-operations.ts';
import { isKeywords } from '../../platform/http/schema-annotations.ts';

/** The input of a call: path parameters and query fields by name, and `body`. */
export type CallInput = Readonly<Record<string, unknown>>;

/** The reply to a call. */
export interface CallReply {
  status: number;
  /** The parsed body; null if it is empty. */
  data: unknown;
}

/** The input cannot be turned into a request. The message is for the assistant. */
export class UnusableInput extends Error {}

/** Headers of the assistant's request that the call repeats, so that it counts for the same address and answers in the same language. */
const REPEATED = [
  'accept-language',
  'user-agent',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/**
 * Calls an operation in the name of the caller of a request, as if the caller had sent it: with the same token, policy, validation, rate limit and
 * audit. It takes the way of every request through the server, but not through the network.
 * @throws UnusableInput
 */
export async function callOperation(
  app: FastifyInstance,
  { operation, input, request }: { operation: AssistantOperation; input: CallInput; request: FastifyRequest },
): Promise<CallReply> {
  const { method, operationId } = operation;
  const url = urlOf(operation, input);
  const headers: Record<string, string | string[]> = {
    authorization: request.credential!.value,
    'x-request-id': request.id,
  };
  for (const name of REPEATED) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = value;
  }
  const payload = operation.body === null ? {} : { payload: (input['body'] ?? {}) as object };
  const remoteAddress = request.raw.socket.remoteAddress ?? '';
  const reply = await asAssistant(operationId, async () =>
    app.inject({ method: method as HTTPMethods & 'GET', url, headers, remoteAddress, ...payload }),
  );
  const isJson = String(reply.headers['content-type'] ?? '').startsWith('application/json');
  return { status: reply.statusCode, data: isJson && reply.body !== '' ? reply.json() : null };
}

/** @throws UnusableInput naming missing and unknown fields */
function urlOf({ url, path, query, body }: AssistantOperation, input: CallInput): string {
  const known = new Set([...Object.keys(path), ...Object.keys(query), ...(body === null ? [] : ['body'])]);
  const unknown = Object.keys(input).filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new UnusableInput(`Unknown: ${unknown.join(', ')}. Known: ${[...known].join(', ') || 'nothing'}.`);
  const missing = Object.keys(path).filter((name) => !isScalar(input[name]));
  if (missing.length > 0) throw new UnusableInput(`Missing: ${missing.join(', ')}.`);
  if (body !== null && input['body'] !== undefined && !isKeywords(input['body']))
    throw new UnusableInput('`body` must be an object.');
  const address = url.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(input[name])));
  const search = new URLSearchParams();
  for (const name of Object.keys(query)) {
    const value = input[name];
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) for (const entry of value) search.append(`${name}[]`, textOf(entry));
    else search.append(name, textOf(value));
  }
  return search.size === 0 ? address : `${address}?${search}`;
}

function isScalar(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** @throws UnusableInput for a value that a query cannot contain */
function textOf(value: unknown): string {
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  throw new UnusableInput('Query fields are texts, numbers, true or false, or lists of these.');
}
