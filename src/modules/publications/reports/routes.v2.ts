import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { sendPrivatePicture } from '../../../platform/http/private-picture.ts';
import { file } from '../../../platform/http/replies.ts';
import { MAX_PROOF_PICTURE_BYTES, PICTURE_KINDS } from '../../../platform/http/upload-limits.ts';
import { presentCursor } from '../../../platform/pagination.ts';
import { onUser } from '../../accounts/index.ts';
import { onCampaign, onDeliverable, onOwnDeliverable } from '../../campaigns/index.ts';
import { onStore } from '../../stores/index.ts';
import { costsOf } from '../costs/costs.ts';
import { presentCost, StorePublicationList } from '../costs/schemas.ts';
import type { PublicationDeps } from '../deps.ts';
import { decidePublication, PUBLICATION_DECIDE_ERRORS, type PublicationReview } from './decide-publication.ts';
import { onOwnPublication, onPublication, onPublicationOfStore } from './policy.ts';
import { presentProof, presentPublication } from './present.ts';
import { addProof, readProof } from './proofs.ts';
import { listPublications, type Publication, publicationOfDeliverable, readPublication } from './publication.ts';
import {
  CORRECT_ERRORS,
  correctPublication,
  REPORT_ERRORS,
  removePublication,
  reportPublication,
} from './report-publication.ts';
import {
  AcceptPublicationBody,
  CorrectionBody,
  offerPublicationQuery,
  ProofRecord,
  PublicationBody,
  PublicationList,
  PublicationPatchBody,
  PublicationRecord,
  storePublicationQuery,
} from './schemas.ts';

const common = { tags: ['Publications'], addition: true } as const;

/** Publications of deliverables: reported by the creator, decided by the store. */
export function publicationRoutes(app: FastifyInstance, deps: PublicationDeps): void {
  listRoutes(app);
  reportRoutes(app, deps);
  changeRoutes(app, deps);
  decisionRoutes(app);
  proofRoutes(app);
}

function listRoutes(app: FastifyInstance): void {
  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/offers/:offer/publications',
    operationId: 'listPublications',
    assistants: 'search',
    summary: 'List the publications of a campaign',
    description: 'Newest first, with figures and costs.',
    policy: onCampaign,
    query: offerPublicationQuery,
    replies: { 200: StorePublicationList },
    handle: async ({ ctx, resource, query }) => {
      const { participant_id: participantId, platform, review, address_state: addressState } = query;
      const filters = { campaignId: resource.id, participantId, platform, review, addressState };
      return presentForStore(ctx, await listPublications(ctx, filters, query));
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/stores/:store/publications',
    operationId: 'listStorePublications',
    assistants: 'search',
    summary: 'List the publications for a store',
    description: 'Newest first, of all campaigns, with figures and costs.',
    policy: onStore('store'),
    query: storePublicationQuery,
    replies: { 200: StorePublicationList },
    handle: async ({ ctx, resource, query }) => {
      const { offer_id: campaignId, platform, review, address_state: addressState } = query;
      const filters = { storeId: resource.id, campaignId, platform, review, addressState };
      return presentForStore(ctx, await listPublications(ctx, filters, query));
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/users/:user/publications',
    operationId: 'listUserPublications',
    assistants: 'search',
    summary: 'List the publications of a creator',
    description: 'Newest first, of all campaigns that are not deleted.',
    policy: onUser('user'),
    query: storePublicationQuery,
    replies: { 200: PublicationList },
    handle: async ({ ctx, resource, query }) => {
      const { offer_id: campaignId, platform, review, address_state: addressState } = query;
      const filters = { userId: resource.id, campaignId, platform, review, addressState };
      const { publications, next } = await listPublications(ctx, filters, query);
      return { data: publications.map(presentPublication), meta: presentCursor(next) };
    },
  });
}

function reportRoutes(app: FastifyInstance, deps: PublicationDeps): void {
  const url = '/v2/deliverables/:deliverable/publication';

  operation(app, {
    ...common,
    method: 'GET',
    url,
    operationId: 'getDeliverablePublication',
    assistants: 'search',
    summary: 'Read the publication of a deliverable',
    policy: onDeliverable,
    replies: { 200: PublicationRecord },
    errors: [404],
    handle: async ({ ctx, resource }) => presentPublication(await publicationOfDeliverable(ctx, resource.id)),
  });

  operation(app, {
    ...common,
    method: 'POST',
    url,
    operationId: 'reportPublication',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Report where an approved deliverable was published',
    description:
      'The platform follows from the address. If the creator has proven a channel at it, an address that names another channel is refused. The status of the participant does not change.',
    policy: onOwnDeliverable,
    body: PublicationBody,
    replies: { 201: PublicationRecord },
    errors: REPORT_ERRORS,
    idempotent: true,
    handle: async ({ ctx, resource, body }) => {
      const { url: address, published_on: publishedOn, disclosure, disclosure_text: disclosureText = '' } = body;
      const input = { url: address, publishedOn, disclosure, disclosureText };
      await reportPublication(ctx, deps, { deliverable: resource, input });
      return presentPublication(await publicationOfDeliverable(ctx, resource.id));
    },
  });
}

function changeRoutes(app: FastifyInstance, deps: PublicationDeps): void {
  const url = '/v2/publications/:publication';

  operation(app, {
    ...common,
    method: 'GET',
    url,
    operationId: 'getPublication',
    assistants: 'search',
    summary: 'Read a publication',
    policy: onPublication,
    replies: { 200: PublicationRecord },
    handle: ({ resource }) => presentPublication(resource),
  });

  operation(app, {
    ...common,
    method: 'PATCH',
    url,
    operationId: 'correctPublication',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Correct a publication',
    description: 'Omitted fields are unchanged. The store decides again.',
    policy: onOwnPublication,
    body: PublicationPatchBody,
    replies: { 200: PublicationRecord },
    errors: CORRECT_ERRORS,
    handle: async ({ ctx, resource, body }) => {
      const input = {
        url: body.url ?? resource.url ?? '',
        publishedOn: body.published_on ?? resource.publishedOn,
        disclosure: body.disclosure ?? resource.disclosure,
        disclosureText: body.disclosure_text ?? resource.disclosureText,
      };
      await correctPublication(ctx, deps, { publication: resource, input });
      return shown(ctx, resource.id);
    },
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url,
    operationId: 'removePublication',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Remove a publication without figures of the creator that the store has not accepted',
    description: 'The deliverable is approved again.',
    policy: onOwnPublication,
    replies: { 204: null },
    errors: ['publication_in_use'],
    handle: ({ ctx, resource }) => removePublication(ctx, resource),
  });
}

function decisionRoutes(app: FastifyInstance): void {
  const shared = {
    ...common,
    method: 'POST',
    scope: 'campaigns',
    presence: 'token',
    policy: onPublicationOfStore,
    replies: { 200: PublicationRecord },
    errors: PUBLICATION_DECIDE_ERRORS,
  } as const;
  const decide = async (ctx: Context, publication: Publication, review: PublicationReview & { revision: number }) => {
    await decidePublication(ctx, publication, review);
    return shown(ctx, publication.id);
  };

  operation(app, {
    ...shared,
    url: '/v2/publications/:publication/accept',
    operationId: 'acceptPublication',
    summary: 'Accept a publication',
    description: 'It triggers no payment: agreed sums are paid when the participant is done.',
    body: AcceptPublicationBody,
    handle: ({ ctx, resource, body: { revision } }) =>
      decide(ctx, resource, { revision, decision: 'accepted', feedback: null }),
  });

  operation(app, {
    ...shared,
    url: '/v2/publications/:publication/request-correction',
    operationId: 'requestPublicationCorrection',
    summary: 'Request a correction of a publication',
    body: CorrectionBody,
    handle: ({ ctx, resource, body: { revision, feedback } }) =>
      decide(ctx, resource, { revision, decision: 'correction_requested', feedback }),
  });
}

function proofRoutes(app: FastifyInstance): void {
  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/publications/:publication/proofs',
    operationId: 'addPublicationProof',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Add a picture that proves a publication or its figures',
    description: 'The picture is re-encoded, and only the parties can read it. It cannot be replaced.',
    policy: onOwnPublication,
    upload: { field: 'file', maxBytes: MAX_PROOF_PICTURE_BYTES, description: `${PICTURE_KINDS}.` },
    replies: { 201: ProofRecord },
    errors: ['too_many_proofs'],
    handle: async ({ ctx, resource, upload }) =>
      presentProof(await addProof(ctx, { publicationId: resource.id, file: upload.content })),
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/publications/:publication/proofs/:proof',
    operationId: 'getPublicationProof',
    summary: 'A picture of a publication',
    policy: onPublication,
    replies: { 200: file('The picture.', 'image/png', 'image/jpeg') },
    errors: [404],
    handle: async ({ ctx, resource, params, reply }) => {
      const picture = await readProof(ctx, { publicationId: resource.id, id: params.proof });
      if (picture === null) throw new NotFound('proof');
      return sendPrivatePicture(reply, picture);
    },
  });
}

/** A page for the store, which alone sees what publications cost. */
async function presentForStore(
  ctx: Pick<Context, 'db'>,
  { publications, next }: { publications: readonly Publication[]; next: number | null },
) {
  const costs = await costsOf(ctx, publications);
  const data = publications.map((one) => ({
    ...presentPublication(one),
    cost: presentCost(costs.get(one.id)!, one.currency),
  }));
  return { data, meta: presentCursor(next) };
}

async function shown(ctx: Pick<Context, 'db'>, id: number) {
  const publication = await readPublication(ctx, id);
  if (publication === null) throw new NotFound('publication');
  return presentPublication(publication);
}
