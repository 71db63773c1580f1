import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { operation } from '../../platform/http/operation.ts';
import { MAX_IMPORT_BYTES, MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from '../../platform/http/upload-limits.ts';
import { type PageRequest, presentV2Page } from '../../platform/pagination.ts';
import { onUser } from '../accounts/index.ts';
import { onStore } from '../stores/index.ts';
import { deleteCommissions } from './commissions/delete-commissions.ts';
import { importCommissions } from './commissions/import-commissions.ts';
import { listCommissions } from './commissions/list-commissions.ts';
import type { HistoryOwner } from './commissions/owner.ts';
import type { ImportDeps } from './deps.ts';
import { importCreatorLinks } from './links/import-creator-links.ts';
import { presentCommissionImport, presentLinkImport, presentStored } from './present.ts';
import { readUpload } from './read-upload.ts';
import {
  CommissionImport,
  commissionImportQuery,
  Deleted,
  deletionQuery,
  ImportedCommissionList,
  importedQuery,
  LinkImport,
  linkImportQuery,
} from './schemas.ts';
import { COMMISSION_FILES, LINK_FILES, type Source } from './table/formats.ts';

const tags = ['Imports'];
const file = {
  field: 'file',
  maxBytes: MAX_IMPORT_BYTES,
  description: `The export of another platform: a CSV in UTF-8, with commas or semicolons, or an XLSX (first sheet). At most ${MAX_TABLE_ROWS} rows and ${MAX_TABLE_COLUMNS} columns.`,
};

const HISTORY =
  'They are history: they are listed as imported, and nothing is owed for them. A row with the id of an earlier import replaces it, so importing a file again changes nothing. Refused rows do not stop the others.';

const ADD = {
  method: 'POST',
  description: HISTORY,
  scope: 'orders',
  query: commissionImportQuery,
  upload: file,
  replies: { 200: CommissionImport },
  errors: ['too_many_imported'],
} as const;
const LIST = {
  method: 'GET',
  description: 'Latest first. They are history from other platforms; nothing is owed for them.',
  query: importedQuery,
  replies: { 200: ImportedCommissionList },
} as const;
const REMOVE = { method: 'DELETE', scope: 'orders', query: deletionQuery, replies: { 200: Deleted } } as const;

/** Imports of exports of other platforms. */
export function importRoutesV2(app: FastifyInstance, deps: ImportDeps): void {
  linkRoutes(app, deps);
  creatorHistoryRoutes(app, deps);
  storeHistoryRoutes(app, deps);
}

function linkRoutes(app: FastifyInstance, { files, live, publicUrl }: ImportDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/users/:user/link-imports',
    operationId: 'importLinks',
    presence: 'token',
    summary: 'Create links of a creator from a file',
    description:
      'A row with a tracking link of a network stands for the page to which it leads. Existing links stay as they are, so importing a file again changes nothing. Refused rows do not stop the others.',
    tags,
    addition: true,
    scope: 'links',
    policy: onUser('user'),
    query: linkImportQuery,
    upload: file,
    replies: { 200: LinkImport },
    errors: ['user_suspended'],
    handle: async ({ ctx, resource, query, upload }) => {
      const { dry = false } = query;
      const table = await readUpload(files, LINK_FILES, { content: upload.content, query });
      const rows = await importCreatorLinks(ctx, live.index, { userId: resource.id, table, dry });
      return presentLinkImport(publicUrl, { table, rows, dry });
    },
  });
}

const MARKS = { point: '.', comma: ',' } as const;

type ImportQuery = Static<TObject<typeof commissionImportQuery>>;
interface ListCall {
  query: Static<TObject<typeof importedQuery>>;
  page: PageRequest;
  request: FastifyRequest;
}

/** The handlers of imported commissions, which are the same for both kinds of owners. */
const history = (kind: HistoryOwner['kind'], { files }: Pick<ImportDeps, 'files'>) => ({
  async add(ctx: Context, id: number, { query, content }: { query: ImportQuery; content: Buffer }) {
    const { dry = false, currency, decimals } = query;
    const table = await readUpload(files, COMMISSION_FILES, { content, query });
    const mark = decimals === undefined ? null : MARKS[decimals];
    const rows = await importCommissions(ctx, { owner: { kind, id }, table, currency, mark, dry });
    return presentCommissionImport({ table, rows, dry });
  },
  async list(ctx: Context, id: number, { query: { source }, page, request }: ListCall) {
    const found = await listCommissions(ctx, { kind, id }, { source, page });
    return presentV2Page(request, page, found, presentStored);
  },
  remove: async (ctx: Context, id: number, source: Source) => ({
    deleted: await deleteCommissions(ctx, { kind, id }, source),
  }),
});

function creatorHistoryRoutes(app: FastifyInstance, deps: ImportDeps): void {
  const { add, list, remove } = history('user', deps);
  const shared = { tags, addition: true, policy: onUser('user'), url: '/v2/users/:user/imported-commissions' } as const;

  operation(app, {
    ...shared,
    ...ADD,
    operationId: 'importCommissionsOfCreator',
    scope: 'orders',
    presence: 'token',
    summary: 'Import commissions of a creator from another platform',
    handle: async ({ ctx, resource, query, upload }) => add(ctx, resource.id, { query, content: upload.content }),
  });
  operation(app, {
    ...shared,
    ...LIST,
    operationId: 'listImportedCommissionsOfCreator',
    summary: 'List the imported commissions of a creator',
    handle: async ({ ctx, resource, query, page, request }) => list(ctx, resource.id, { query, page, request }),
  });
  operation(app, {
    ...shared,
    ...REMOVE,
    operationId: 'deleteImportedCommissionsOfCreator',
    scope: 'orders',
    presence: 'token',
    summary: 'Delete what a creator has imported from a platform',
    handle: async ({ ctx, resource, query }) => remove(ctx, resource.id, query.source),
  });
}

function storeHistoryRoutes(app: FastifyInstance, deps: ImportDeps): void {
  const { add, list, remove } = history('store', deps);
  const url = '/v2/stores/:store/imported-commissions';
  const shared = { tags, addition: true, policy: onStore('store'), url } as const;

  operation(app, {
    ...shared,
    ...ADD,
    operationId: 'importCommissionsOfStore',
    scope: 'orders',
    presence: 'token',
    summary: 'Import commissions of a store from another platform',
    handle: async ({ ctx, resource, query, upload }) => add(ctx, resource.id, { query, content: upload.content }),
  });
  operation(app, {
    ...shared,
    ...LIST,
    operationId: 'listImportedCommissionsOfStore',
    summary: 'List the imported commissions of a store',
    handle: async ({ ctx, resource, query, page, request }) => list(ctx, resource.id, { query, page, request }),
  });
  operation(app, {
    ...shared,
    ...REMOVE,
    operationId: 'deleteImportedCommissionsOfStore',
    scope: 'orders',
    presence: 'token',
    summary: 'Delete what a store has imported from a platform',
    handle: async ({ ctx, resource, query }) => remove(ctx, resource.id, query.source),
  });
}
