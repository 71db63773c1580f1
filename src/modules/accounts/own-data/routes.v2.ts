import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { inPerson, signedIn } from '../../../platform/auth/policy.ts';
import { dateTime, id, list, nameSchemas, nullable, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { file } from '../../../platform/http/replies.ts';
import { type DataExport, EXPORT_ERRORS, listExports, readExport, requestExport } from './exports.ts';

const common = { tags: ['Own data'], addition: true, policy: inPerson(signedIn), scope: 'administration' } as const;

const ExportRecord = Type.Object({
  id: id(),
  requested_at: dateTime(),
  made_at: nullable(dateTime({ description: 'Null: the file is being created. A mail is sent when it is ready.' })),
  bytes: nullable(whole({ min: 0 })),
  expires_at: dateTime(),
});

/** Exports of a person's data as a file. */
export function ownDataRoutes(app: FastifyInstance): void {
  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/me/data-exports',
    operationId: 'requestDataExport',
    scope: 'administration',
    needs: 'read',
    presence: 'fresh',
    summary: 'Ask for one’s data',
    description:
      'A job creates a ZIP file with JSON and CSV files, and a mail is sent when it is ready. The file is kept for a week.',
    replies: { 202: ExportRecord },
    errors: EXPORT_ERRORS,
    handle: async ({ ctx }) => present(await requestExport(ctx)),
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/me/data-exports',
    operationId: 'listDataExports',
    scope: 'administration',
    needs: 'read',
    presence: 'token',
    summary: 'List the files with the caller’s data',
    description: 'The newest first.',
    replies: { 200: Type.Object({ data: list(ExportRecord, { max: 100 }) }) },
    handle: async ({ ctx }) => ({ data: (await listExports(ctx)).map(present) }),
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/me/data-exports/:export',
    operationId: 'downloadDataExport',
    scope: 'administration',
    needs: 'read',
    presence: 'token',
    summary: 'Download a file with the caller’s data',
    replies: { 200: file('The ZIP file.', 'application/zip') },
    errors: [404],
    handle: async ({ ctx, params, reply }) => {
      const content = await readExport(ctx, params.export);
      reply.type('application/zip').headers({
        'content-disposition': 'attachment; filename="tributary-data.zip"',
        'cache-control': 'no-store',
      });
      return content;
    },
  });
}

function present({ id, requestedAt, madeAt, bytes, expiresAt }: DataExport) {
  return {
    id,
    requested_at: requestedAt.toISOString(),
    made_at: madeAt?.toISOString() ?? null,
    bytes,
    expires_at: expiresAt.toISOString(),
  };
}

nameSchemas({ DataExport: ExportRecord });
