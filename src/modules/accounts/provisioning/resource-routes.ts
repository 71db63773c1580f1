import type { FastifyInstance } from 'fastify';
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { adminOnly } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { id, oneOf, text } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { pageQuery, pageRequest, presentV2Page, sortOf, sortQuery, v2Envelope } from '../../../platform/pagination.ts';
import { createRecord, deleteRecord, listRecords, lockRecord, readRecord, updateRecord } from './records.ts';
import type { Fields, Resource } from './resource.ts';

/** Properties that all these routes share. */
export const provisioning = { tags: ['Provisioning'], policy: adminOnly, addition: true } as const;

/** Use cases of a resource that do more than write the record. */
interface Handlers<Row, Creation, Changes> {
  create(ctx: Context, input: Creation): Promise<Row>;
  update(ctx: Context, id: number, input: Changes): Promise<Row>;
  /** Takes the locks of `update` before that of the record, so that concurrent changes do not deadlock. */
  lockFirst(ctx: Context): Promise<unknown>;
  /** Null: records of this kind cannot be deleted. */
  remove: ((ctx: Context, id: number) => Promise<void>) | null;
}

/** Routes under `/v2/admin` that list, create, read, change and delete the records of one kind. */
export function resourceRoutes<Shape extends TObject, Creation extends TObject, Changes extends TObject>(
  app: FastifyInstance,
  resource: Resource<Shape> & { creation: Creation; changes: Changes },
  own: Partial<Handlers<Static<Shape>, Static<Creation>, Static<Changes>>> = {},
): void {
  const { kind } = resource;
  const { url, param, one } = wordsOf(resource);
  const handlers: Handlers<Static<Shape>, Static<Creation>, Static<Changes>> = {
    create: (ctx, input) => createRecord(ctx, resource, input as Fields),
    update: (ctx, recordId, input) => updateRecord(ctx, resource, recordId, input as Fields),
    lockFirst: async () => undefined,
    remove: (ctx, recordId) => deleteRecord(ctx, resource, recordId),
    ...own,
  };
  // The types are erased here. Each resource checks its use cases and its presenter against its schemas.
  const record: TSchema = resource.record;
  const [creation, changes]: TSchema[] = [resource.creation, resource.changes];
  const { remove } = handlers;

  listRoute(app, resource);

  /** The fields that a change can set. A secret is not in the record. */
  const versionOf = (shown: unknown) =>
    Object.fromEntries(Object.entries(shown as Fields).filter(([name]) => name in resource.changes.properties));

  operation(app, {
    ...provisioning,
    method: 'POST',
    url,
    operationId: `adminCreate${one}`,
    scope: 'administration',
    presence: resource.presence,
    summary: `Create a ${kind}`,
    body: creation!,
    replies: { 201: record },
    handle: async ({ ctx, body }) => resource.present(await handlers.create(ctx, body as Static<Creation>)),
  });

  operation(app, {
    ...provisioning,
    method: 'GET',
    url: `${url}/:${param}`,
    operationId: `adminGet${one}`,
    summary: `Read a ${kind}`,
    replies: { 200: record },
    version: versionOf,
    handle: async ({ ctx, params }) => resource.present(await readRecord(ctx, resource, idIn(params))),
  });

  operation(app, {
    ...provisioning,
    method: 'PATCH',
    url: `${url}/:${param}`,
    operationId: `adminUpdate${one}`,
    scope: 'administration',
    presence: resource.presence,
    summary: `Change a ${kind}`,
    description: 'Omitted fields are unchanged.',
    body: changes!,
    replies: { 200: record },
    errors: resource.refusals ?? [],
    current: async ({ ctx, params }) => {
      await handlers.lockFirst(ctx);
      await lockRecord(ctx, resource, idIn(params));
      return versionOf(resource.present(await readRecord(ctx, resource, idIn(params))));
    },
    handle: async ({ ctx, params, body }) =>
      resource.present(await handlers.update(ctx, idIn(params), body as Static<Changes>)),
  });

  if (remove === null) return;
  operation(app, {
    ...provisioning,
    method: 'DELETE',
    url: `${url}/:${param}`,
    operationId: `adminDelete${one}`,
    scope: 'administration',
    presence: resource.presence,
    summary: `Delete a ${kind}`,
    description: 'A record that other records refer to is refused with `in_use`.',
    replies: { 204: null },
    errors: ['in_use'],
    handle: ({ ctx, params }) => remove(ctx, idIn(params)),
  });
}

function listRoute<Shape extends TObject>(app: FastifyInstance, resource: Resource<Shape>): void {
  const { plural, searched, sorts, filters = {}, choices = {} } = resource;
  const { url, many } = wordsOf(resource);
  const narrowing: TProperties = Object.fromEntries(
    Object.keys(filters).map((field) => [field, Type.Optional(id({ description: 'Filters by this id.' }))]),
  );
  const choosing: TProperties = Object.fromEntries(
    Object.entries(choices).map(([field, words]) => [field, Type.Optional(oneOf(Object.keys(words)))]),
  );
  const query = {
    query: Type.Optional(text({ max: 255, description: `The id, or a part of ${searched.join(' or ')}.` })),
    sort_by: sortQuery(sorts),
    ...pageQuery(),
  };
  operation(app, {
    ...provisioning,
    method: 'GET',
    url,
    operationId: `adminList${many}`,
    summary: `List ${plural}`,
    query: { ...query, ...narrowing, ...choosing },
    replies: { 200: v2Envelope(resource.record as TSchema) },
    handle: async ({ ctx, query: asked, request }) => {
      const page = pageRequest(asked);
      const sort = asked.sort_by === undefined ? undefined : sortOf(asked.sort_by);
      const given: Readonly<Record<string, unknown>> = asked;
      const narrowed = Object.keys(filters).map((field) => [field, given[field] as number | undefined]);
      const chosen = Object.keys(choices).map((field) => [field, given[field] as string | undefined]);
      const rows = await listRecords(ctx, resource, {
        query: asked.query,
        filters: Object.fromEntries(narrowed),
        choices: Object.fromEntries(chosen),
        sort,
        page,
      });
      return presentV2Page(request, page, rows, resource.present);
    },
  });
}

/** The names of a resource in paths, parameters and operation ids: `revenue-tiers`, `revenue_tier`, `RevenueTier`, `RevenueTiers`. */
function wordsOf({ kind, plural }: Pick<Resource, 'kind' | 'plural'>) {
  const pascal = (name: string) => name.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    url: `/v2/admin/${plural.replaceAll(' ', '-')}`,
    param: kind.replaceAll(' ', '_'),
    one: pascal(kind),
    many: pascal(plural),
  };
}

/** The one id in the path. */
function idIn(params: object): number {
  return Object.values(params)[0] as number;
}
