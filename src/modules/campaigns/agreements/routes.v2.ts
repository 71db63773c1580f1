import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { onUser, onUserOnly } from '../../accounts/index.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import { JOIN_ERRORS, joinCampaign } from '../creator/join-campaign.ts';
import { presentCreatorCampaign } from '../creator/present.ts';
import { JoinedCampaign, tokenParam } from '../creator/schemas.ts';
import type { CampaignDeps } from '../deps.ts';
import { onCampaign } from '../policy.ts';
import { ANSWER_ERRORS } from '../questions/questions.ts';
import { acceptAgreement, type OwnAgreement, readOwnAgreement } from './accept-agreement.ts';
import { AGREEMENT_ERRORS, type Agreement, currentAgreement, readAgreement } from './agreement.ts';
import { listAcceptances } from './list-acceptances.ts';
import {
  AcceptanceList,
  AcceptBody,
  AgreementBody,
  acceptanceQuery,
  CampaignAgreementRecord,
  JoinBody,
  OwnAgreementRecord,
  versionNumber,
} from './schemas.ts';
import { type AgreementVersion, endAgreement, listVersions, WRITE_ERRORS, writeAgreement } from './write-agreement.ts';

/** Terms of campaigns: the store writes them, participants accept them. */
export function agreementRoutes(app: FastifyInstance, deps: CampaignDeps): void {
  storeRoutes(app);
  participantRoutes(app, deps);
}

function storeRoutes(app: FastifyInstance): void {
  const common = { tags: ['Campaigns'], addition: true, policy: onCampaign } as const;

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/offers/:offer/agreement',
    operationId: 'getCampaignAgreement',
    assistants: 'search',
    storeKey: true,
    summary: 'Read the terms of a campaign',
    query: { version: Type.Optional(versionNumber('An earlier version; the current one unless given.')) },
    replies: { 200: CampaignAgreementRecord },
    version: versionOf,
    errors: [404],
    handle: async ({ ctx, resource: { id: campaignId }, query: { version } }) => {
      const agreement =
        version === undefined
          ? await currentAgreement(ctx, campaignId)
          : await readAgreement(ctx, { campaignId, version });
      return presentForStore(agreement, await listVersions(ctx, campaignId));
    },
  });

  operation(app, {
    ...common,
    method: 'PUT',
    url: '/v2/offers/:offer/agreement',
    operationId: 'setCampaignAgreement',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Attach terms to a campaign, or change them',
    description:
      'A different text becomes a new version, and participants are notified. They remain bound by the version that they have agreed to. The same text changes nothing.',
    body: AgreementBody,
    replies: { 200: CampaignAgreementRecord },
    current: async ({ ctx, resource: { id: campaignId } }) => {
      await lockCampaign(ctx.db, campaignId);
      return versionOf(presentForStore(await currentAgreement(ctx, campaignId), []));
    },
    errors: [...WRITE_ERRORS, 404],
    handle: async ({ ctx, resource: { id: campaignId }, body }) => {
      await writeAgreement(ctx, { campaignId, text: body.text });
      return presentForStore(await currentAgreement(ctx, campaignId), await listVersions(ctx, campaignId));
    },
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: '/v2/offers/:offer/agreement',
    operationId: 'endCampaignAgreement',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Remove the terms of a campaign',
    description:
      'Joining no longer requires an acceptance. The versions that participants have agreed to remain binding.',
    replies: { 204: null },
    errors: [404],
    handle: ({ ctx, resource }) => endAgreement(ctx, resource.id),
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/offers/:offer/agreement/acceptances',
    operationId: 'listCampaignAcceptances',
    summary: 'List the binding version of the terms for each participant',
    query: acceptanceQuery,
    replies: { 200: AcceptanceList },
    handle: async ({ ctx, resource, query, page, request }) => {
      const found = await listAcceptances(ctx, { campaignId: resource.id, participantId: query.participant_id }, page);
      return presentV2Page(request, page, found, (one) => ({
        participant_id: one.participantId,
        user_id: one.userId,
        display_name: one.displayName,
        version: one.version,
        sha256: one.sha256,
        manner: one.manner,
        accepted_at: one.acceptedAt.toISOString(),
      }));
    },
  });
}

function participantRoutes(app: FastifyInstance, { publicUrl }: CampaignDeps): void {
  const common = { tags: ['Creator campaigns'], addition: true, params: tokenParam } as const;

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/offer-by-token/:token/users/:user/agreement',
    operationId: 'getOwnAgreement',
    summary: 'Read the terms of a campaign, and the version that binds the user',
    policy: onUser('user'),
    replies: { 200: OwnAgreementRecord },
    errors: [404],
    handle: async ({ ctx, resource, params }) =>
      presentOwn(await readOwnAgreement(ctx, { token: params.token, userId: resource.id })),
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/offer-by-token/:token/users/:user/agreement/acceptances',
    operationId: 'acceptAgreement',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Accept the current terms of a campaign as a participant',
    policy: onUserOnly('user'),
    body: AcceptBody,
    replies: { 200: OwnAgreementRecord },
    errors: ['not_participating', 'agreement_changed', 404],
    handle: async ({ ctx, params, body }) =>
      presentOwn(await acceptAgreement(ctx, { token: params.token, version: body.version })),
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/offer-by-token/:token/users/:user/participation',
    operationId: 'joinCampaignWithAgreement',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Join a campaign, accept its terms and answer its questions',
    description:
      'Like `joinCampaign`, for a campaign with or without terms. With terms, the current version must be given; it is recorded with its SHA-256 and the time. Mandatory questions (`GET …/questions`) must be answered.',
    policy: onUserOnly('user'),
    body: JoinBody,
    replies: { 200: JoinedCampaign },
    errors: [...JOIN_ERRORS, ...AGREEMENT_ERRORS, ...ANSWER_ERRORS, 'credit_limit'],
    handle: async ({ ctx, params, resource: user, body: { agreement_version: accepted = null, answers = [] } }) => {
      const given = answers.map(({ question_id: questionId, text }) => ({ questionId, text }));
      const joining = { token: params.token, user, terms: { accepted }, answers: given };
      return presentCreatorCampaign(publicUrl, await joinCampaign(ctx, joining));
    },
  });
}

const presentAgreement = ({ version, text, sha256, createdAt }: Agreement) => ({
  version,
  text,
  sha256,
  created_at: createdAt.toISOString(),
});

const versionOf = ({ agreement }: { agreement: { text: string } | null }) => ({ text: agreement?.text ?? null });

function presentForStore(agreement: Agreement | null, versions: readonly AgreementVersion[]) {
  return {
    agreement: agreement && presentAgreement(agreement),
    versions: versions.map(({ version, sha256, createdAt, endedAt }) => ({
      version,
      sha256,
      created_at: createdAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
    })),
  };
}

function presentOwn({ current, binding }: OwnAgreement) {
  return {
    current: current && presentAgreement(current),
    binding: binding && {
      version: binding.version,
      text: binding.text,
      sha256: binding.sha256,
      manner: binding.manner,
      accepted_at: binding.acceptedAt.toISOString(),
    },
  };
}
