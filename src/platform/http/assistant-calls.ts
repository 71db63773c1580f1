import { AsyncLocalStorage } from 'node:async_hooks';
import { GRANT_SCOPES } from '../auth/grant-scope.ts';
import type { Presence } from '../auth/presence.ts';
import type { RouteScope } from '../auth/scopes.ts';
import { Forbidden } from '../errors/errors.ts';

/**
 * How an operation is offered to assistants. A read: `tool`, one of the few that every assistant sees at once, or `search`, found by its text. A
 * write: found by its text, with the page of the console where a person does the same. Without it, no assistant can call the operation.
 */
export type AssistantUse = 'tool' | 'search' | { page: `/console${string}` };

/**
 * The operation that the assistants' endpoint is calling within this process. A token that is bound to that endpoint is accepted only inside of
 * such a call, and only by this operation, whatever the address looks like.
 */
const calls = new AsyncLocalStorage<{ operationId: string }>();

/** Runs a call of an assistant. */
export function asAssistant<Result>(operationId: string, call: () => Promise<Result>): Promise<Result> {
  return calls.run({ operationId }, call);
}

/** Whether an assistant is calling. */
export function isAssistantCall(): boolean {
  return calls.getStore() !== undefined;
}

/**
 * Refuses an assistant's call that reaches another operation than the one it names, for example by dots in a path parameter.
 * @throws Forbidden
 */
export function requireCalledOperation(operationId: string, use: AssistantUse | null): void {
  const call = calls.getStore();
  if (call !== undefined && (use === null || call.operationId !== operationId)) throw new Forbidden();
}

/**
 * Checks the declaration of an operation for assistants: never one about money, orders or administration, and never one that needs more than
 * a token. Which of the others are offered is declared on each, so that a new operation is closed to assistants.
 * @throws Error
 */
export function checkAssistantUse(
  route: string,
  use: AssistantUse,
  { isRead, scope, presence }: { isRead: boolean; scope: RouteScope | null; presence: Presence | null },
): void {
  const isPermitted = scope === 'any' || GRANT_SCOPES.some((one) => one === scope);
  const isConsistent = isRead ? scope === 'read' || scope === 'any' : scope !== 'read' && scope !== 'any';
  if (isRead !== (typeof use === 'string'))
    throw new Error(`${route} declares the use of ${isRead ? 'a write' : 'a read'}`);
  if (!isPermitted || !isConsistent || presence !== 'token')
    throw new Error(`${route} cannot be for assistants: scope ${scope}, presence ${presence}`);
}
