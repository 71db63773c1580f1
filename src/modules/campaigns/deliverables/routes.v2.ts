import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, NotFound } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { sendPrivatePicture } from '../../../platform/http/private-picture.ts';
import { file } from '../../../platform/http/replies.ts';
import { MAX_DRAFT_PICTURE_BYTES, PICTURE_KINDS } from '../../../platform/http/upload-limits.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { onUser } from '../../accounts/index.ts';
import type { CampaignDeps } from '../deps.ts';
import { onCampaign } from '../policy.ts';
import { DECIDE_ERRORS, type DraftDecision, decideDraft } from './decide-draft.ts';
import { type Deliverable, listDeliverables, lockDeliverable, readDeliverable } from './deliverable.ts';
import { changeDeliverable, planDeliverables, removeDeliverable } from './plan-deliverables.ts';
import { onDeliverable, onDeliverableOfStore, onOwnDeliverable } from './policy.ts';
import { presentDeliverable, presentWithDrafts } from './present.ts';
import {
  ApproveBody,
  ChangesBody,
  DeliverableDetails,
  DeliverableList,
  DeliverablePatchBody,
  offerDeliverableQuery,
  PlanBody,
  PlanReply,
  SubmissionBody,
  userDeliverableQuery,
} from './schemas.ts';
import { readDraftPicture, SUBMIT_ERRORS, submitDraft } from './submit-draft.ts';

type Deps = Pick<CampaignDeps, 'calendar'>;

/** Deliverables of participants: planned by the store, with drafts that the creator submits and the store decides. */
export function deliverableRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps);
  planRoutes(app, deps);
  submissionRoutes(app, deps);
  decisionRoutes(app, deps);
}

const common = { tags: ['Participants'], addition: true } as const;

function listRoutes(app: FastifyInstance, { calendar }: Deps): void {
  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/offers/:offer/deliverables',
    operationId: 'listDeliverables',
    assistants: 'search',
    summary: 'List the deliverables of a campaign',
    description: 'By their days.',
    policy: onCampaign,
    query: offerDeliverableQuery,
    replies: { 200: DeliverableList },
    handle: async ({ ctx, resource, query, page, request }) => {
      const { participant_id: participantId, status, from, to } = query;
      const found = await listDeliverables(ctx, { campaignId: resource.id, participantId, status, from, to }, page);
      return presentV2Page(request, page, found, (one) => presentDeliverable(one, ctx, calendar));
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/users/:user/deliverables',
    operationId: 'listUserDeliverables',
    assistants: 'search',
    summary: 'List the deliverables of a creator',
    description: 'By due date, of all campaigns that are not deleted.',
    policy: onUser('user'),
    query: userDeliverableQuery,
    replies: { 200: DeliverableList },
    handle: async ({ ctx, resource: user, query, page, request }) => {
      const { offer_id: campaignId, status, from, to } = query;
      const found = await listDeliverables(ctx, { userId: user.id, campaignId, status, from, to }, page);
      return presentV2Page(request, page, found, (one) => presentDeliverable(one, ctx, calendar));
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/deliverables/:deliverable',
    operationId: 'getDeliverable',
    assistants: 'search',
    summary: 'Read a deliverable with its drafts',
    policy: onDeliverable,
    replies: { 200: DeliverableDetails },
    version: versionOf,
    handle: ({ ctx, resource }) => presentWithDrafts(resource, ctx, calendar),
  });
}

function planRoutes(app: FastifyInstance, { calendar }: Deps): void {
  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/offers/:offer/deliverables',
    operationId: 'planDeliverables',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Plan a deliverable for participants',
    description: 'All of them receive the deliverable and are notified, or none.',
    policy: onCampaign,
    body: PlanBody,
    replies: { 201: PlanReply },
    errors: ['too_many_deliverables'],
    idempotent: true,
    handle: async ({ ctx, resource, body }) => {
      const { title, instructions = '', due_on: dueOn } = body;
      const participantIds = [...new Set(body.participant_ids)];
      const input = { participantIds, title, instructions, dueOn };
      const ids = await planDeliverables(ctx, { campaignId: resource.id, calendar }, input);
      const { items } = await listDeliverables(ctx, { ids }, { page: 1, size: ids.length, offset: 0 });
      return { data: items.map((one) => presentDeliverable(one, ctx, calendar)) };
    },
  });

  operation(app, {
    ...common,
    method: 'PATCH',
    url: '/v2/deliverables/:deliverable',
    operationId: 'changeDeliverable',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Change a deliverable that is not approved',
    description: 'Omitted fields are unchanged.',
    policy: onDeliverableOfStore,
    body: DeliverablePatchBody,
    replies: { 200: DeliverableDetails },
    errors: ['deliverable_approved'],
    current: async ({ ctx, resource: { id } }) => {
      await lockDeliverable(ctx.db, id);
      return versionOf(await shown(ctx, id, calendar));
    },
    handle: async ({ ctx, resource: { id }, body: { title, instructions, due_on: dueOn } }) => {
      await changeDeliverable(ctx, { id, calendar }, { title, instructions, dueOn });
      return shown(ctx, id, calendar);
    },
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: '/v2/deliverables/:deliverable',
    operationId: 'removeDeliverable',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Remove a deliverable without drafts',
    policy: onDeliverableOfStore,
    replies: { 204: null },
    errors: ['deliverable_submitted'],
    handle: ({ ctx, resource }) => removeDeliverable(ctx, resource.id),
  });
}

function submissionRoutes(app: FastifyInstance, { calendar }: Deps): void {
  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/deliverables/:deliverable/submissions',
    operationId: 'submitDraft',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Submit a draft for a deliverable',
    description: 'A URL, a note or both. It becomes the next version; the store decides on the newest one.',
    policy: onOwnDeliverable,
    body: SubmissionBody,
    replies: { 201: DeliverableDetails },
    errors: SUBMIT_ERRORS,
    idempotent: true,
    handle: async ({ ctx, resource, body: { url = null, note = '' } }) => {
      if (url === null && note.trim() === '') throw new InvalidInput({ url: ['is required without a note'] });
      await submitDraft(ctx, resource, { url, note });
      return shown(ctx, resource.id, calendar);
    },
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/deliverables/:deliverable/submission-pictures',
    operationId: 'submitDraftPicture',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Submit a picture as a draft for a deliverable',
    description: 'It becomes the next version. The picture is re-encoded, and only the parties can read it.',
    policy: onOwnDeliverable,
    upload: { field: 'file', maxBytes: MAX_DRAFT_PICTURE_BYTES, description: `${PICTURE_KINDS}.` },
    replies: { 201: DeliverableDetails },
    errors: SUBMIT_ERRORS,
    handle: async ({ ctx, resource, upload }) => {
      await submitDraft(ctx, resource, { file: upload.content, fileName: upload.filename });
      return shown(ctx, resource.id, calendar);
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/deliverables/:deliverable/submissions/:version/picture',
    operationId: 'getDraftPicture',
    summary: 'The picture of a draft',
    policy: onDeliverable,
    replies: { 200: file('The picture.', 'image/png', 'image/jpeg') },
    errors: [404],
    handle: async ({ ctx, resource, params, reply }) => {
      const picture = await readDraftPicture(ctx, { deliverableId: resource.id, version: params.version });
      if (picture === null) throw new NotFound('submission');
      return sendPrivatePicture(reply, picture);
    },
  });
}

function decisionRoutes(app: FastifyInstance, { calendar }: Deps): void {
  const shared = {
    ...common,
    method: 'POST',
    policy: onDeliverableOfStore,
    replies: { 200: DeliverableDetails },
    errors: [...DECIDE_ERRORS, 404],
    idempotent: true,
  } as const;
  const decide = async (ctx: Context, deliverable: Deliverable, decision: DraftDecision & { version: number }) => {
    await decideDraft(ctx, deliverable, decision);
    return shown(ctx, deliverable.id, calendar);
  };

  operation(app, {
    ...shared,
    url: '/v2/deliverables/:deliverable/submissions/:version/approve',
    operationId: 'approveDraft',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Approve the newest draft of a deliverable',
    description: 'It triggers no payment: agreed sums are paid when the participant is done.',
    body: ApproveBody,
    handle: ({ ctx, resource, params: { version }, body: { feedback = null } }) =>
      decide(ctx, resource, { version, decision: 'approved', feedback }),
  });

  operation(app, {
    ...shared,
    url: '/v2/deliverables/:deliverable/submissions/:version/request-changes',
    operationId: 'requestDraftChanges',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Request changes to the newest draft of a deliverable',
    body: ChangesBody,
    handle: ({ ctx, resource, params: { version }, body: { feedback } }) =>
      decide(ctx, resource, { version, decision: 'changes_requested', feedback }),
  });
}

/** The fields that the store can change. */
const versionOf = ({ title, instructions, due_on }: ReturnType<typeof presentDeliverable>) => ({
  title,
  instructions,
  due_on,
});

async function shown(ctx: Pick<Context, 'db' | 'now'>, id: number, calendar: CampaignDeps['calendar']) {
  const deliverable = await readDeliverable(ctx, id);
  if (deliverable === null) throw new NotFound('deliverable');
  return presentWithDrafts(deliverable, ctx, calendar);
}
