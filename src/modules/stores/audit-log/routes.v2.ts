import type { FastifyInstance } from 'fastify';
import { EXPORT_MEDIA_TYPES } from '../../../platform/export/export.ts';
import { operation } from '../../../platform/http/operation.ts';
import { jsonOrFile } from '../../../platform/http/replies.ts';
import { AuditLog, ownAuditQuery, replyWithAuditLog } from '../../accounts/index.ts';
import { onStore } from '../policy.ts';

/** The audit log of a store, for its members. */
export function storeAuditLogRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/audit-log',
    operationId: 'listStoreAuditLog',
    summary: 'List the audit log of a store',
    description: 'Newest first. With `format` the newest 100,000 as a file.',
    tags: ['Store management'],
    addition: true,
    policy: onStore('store'),
    query: ownAuditQuery,
    replies: { 200: jsonOrFile(AuditLog, 'A page, or the list as a file.', ...EXPORT_MEDIA_TYPES) },
    handle: (call) => replyWithAuditLog(call, { subjectKind: 'store', subjectId: call.resource.id }),
  });
}
