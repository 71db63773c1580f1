import type { FastifyInstance } from 'fastify';
import { EXPORT_MEDIA_TYPES } from '../../../platform/export/export.ts';
import { operation } from '../../../platform/http/operation.ts';
import { jsonOrFile } from '../../../platform/http/replies.ts';
import { provisioning } from '../provisioning/resource-routes.ts';
import { replyWithAuditLog } from './reply.ts';
import { AuditLog, auditQuery } from './schemas.ts';

/** The audit log for administrators. */
export function auditLogRoutes(app: FastifyInstance): void {
  operation(app, {
    ...provisioning,
    method: 'GET',
    url: '/v2/admin/audit-log',
    operationId: 'listAuditLog',
    summary: 'List the audit log',
    description: 'Newest first. With `format` the newest 100,000 as a file.',
    query: auditQuery,
    replies: { 200: jsonOrFile(AuditLog, 'A page, or the list as a file.', ...EXPORT_MEDIA_TYPES) },
    handle: (call) => replyWithAuditLog(call),
  });
}
