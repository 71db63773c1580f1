import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { provisioning } from '../../accounts/index.ts';
import type { StoreDeps } from '../deps.ts';
import { onStore } from '../policy.ts';
import { readApplication } from './application.ts';
import { readApproval } from './approval.ts';
import { type Decision, decideStore } from './decide-store.ts';
import {
  ApprovalBody,
  ApprovalReply,
  OwnApprovalReply,
  presentApplication,
  presentOwnApproval,
  RejectionBody,
} from './schemas.ts';

/** The approval of stores; the queue of administrators is `GET /v2/admin/stores?approval=pending`. */
export function approvalRoutes(app: FastifyInstance, { refreshIndex }: StoreDeps): void {
  const decide = async (ctx: Parameters<typeof decideStore>[0], storeId: number, decision: Decision) => {
    const application = await decideStore(ctx, { storeId, decision });
    await refreshIndex(storeId);
    return presentApplication(application);
  };

  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/approval',
    operationId: 'getStoreApproval',
    assistants: 'search',
    storeKey: true,
    summary: 'Read whether a store is approved',
    tags: ['Store management'],
    addition: true,
    policy: onStore('store'),
    replies: { 200: OwnApprovalReply },
    handle: async ({ ctx, resource }) => presentOwnApproval(await readApproval(ctx, resource.id)),
  });

  operation(app, {
    ...provisioning,
    method: 'GET',
    url: '/v2/admin/stores/:store/approval',
    operationId: 'adminGetStoreApproval',
    summary: 'Read the approval of a store and the facts for the decision',
    replies: { 200: ApprovalReply },
    handle: async ({ ctx, params }) => presentApplication(await readApplication(ctx, params.store)),
  });

  operation(app, {
    ...provisioning,
    method: 'POST',
    url: '/v2/admin/stores/:store/approve',
    operationId: 'adminApproveStore',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Approve a store',
    description:
      'Creators then see the store, and its links earn. Its members receive a mail. A rejected store can be approved later.',
    body: ApprovalBody,
    replies: { 200: ApprovalReply },
    handle: ({ ctx, params, body }) =>
      decide(ctx, params.store, {
        approval: 'approved',
        reason: body.reason,
        consentToDomains: body.consent_to_domains ?? false,
      }),
  });

  operation(app, {
    ...provisioning,
    method: 'POST',
    url: '/v2/admin/stores/:store/reject',
    operationId: 'adminRejectStore',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Reject a store',
    description:
      'Its links then earn nothing, and it sends no mail and promises no payment, even if it was approved before. Its debts remain. Its members receive a mail with the reason.',
    body: RejectionBody,
    replies: { 200: ApprovalReply },
    handle: ({ ctx, params, body }) => decide(ctx, params.store, { approval: 'rejected', reason: body.reason }),
  });
}
