import type { FastifyInstance } from 'fastify';
import { type Static, type TArray, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { Actor } from '../auth/actor.ts';
import { EARLIER_NAMES_UNTIL } from '../pagination.ts';
import { type Operation, operation, type PathNames } from './operation.ts';
import type { Frozen } from './replies.ts';

/** The reply of a short list that is always complete (docs/api-policy.md). */
export const completeList = <Item extends TSchema>(item: Item, options: { description?: string } = {}) =>
  Type.Object({ data: Type.Array(item, options) });

type CompleteList<Item extends TSchema> = TObject<{ data: TArray<Item> }>;

/**
 * Declares a route with the reply of `completeList`, and beside it, until earlier names end, the address at which it replied with the bare array.
 * @param earlier the address and the id of the operation from before
 */
export function operationOnceBare<
  const Url extends string,
  WhoActs extends Actor | null,
  Resource,
  Item extends TSchema,
  Params extends { [Name in PathNames<Url>]?: TSchema } = Record<never, never>,
  Query extends TProperties = Record<never, never>,
  Body extends TSchema = TSchema,
>(
  app: FastifyInstance,
  spec: Operation<
    Url,
    WhoActs,
    Resource,
    Params,
    Query,
    Body,
    { 200: CompleteList<Item> },
    Frozen<Static<CompleteList<Item>>>,
    undefined
  >,
  earlier: { url: string; operationId: string },
): void {
  operation(app, spec);
  const { version } = spec;
  const bare = {
    ...spec,
    ...earlier,
    description: `Replies with the list alone. Until ${EARLIER_NAMES_UNTIL}: use \`${spec.operationId}\`.`,
    deprecated: { since: '2026-11-29', sunset: EARLIER_NAMES_UNTIL },
    replies: { 200: spec.replies[200].properties.data },
    ...(version && { version: (data: unknown) => version({ data } as never) }),
    handle: async (call: Parameters<typeof spec.handle>[0]) => (await spec.handle(call)).data,
  };
  operation(app, bare as never);
}
