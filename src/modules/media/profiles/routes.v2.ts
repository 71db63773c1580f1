import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { Frozen } from '../../../platform/http/replies.ts';
import { languageNamed } from '../../../platform/http/requested-locale.ts';
import { MAX_PROFILE_PICTURE_BYTES, PICTURE_KINDS, PICTURE_STORAGE } from '../../../platform/http/upload-limits.ts';
import { onUser } from '../../accounts/index.ts';
import { onCampaign } from '../../campaigns/index.ts';
import type { MediaDeps } from '../deps.ts';
import { readParticipantProfiles } from './participant-profiles.ts';
import { changeProfile, lockProfile, readProfile } from './profile.ts';
import {
  ParticipantProfileList,
  ProfileBody,
  ProfileRecord,
  participantsQuery,
  presentOwnProfile,
  presentParticipantProfile,
} from './schemas.ts';
import { setProfilePicture } from './set-picture.ts';

const url = '/v2/users/:user/profile';
const shared = { tags: ['Creator profiles'], addition: true, policy: onUser('user') } as const;

/** The fields that a change can set. */
const versionOf = ({
  bio,
  languages,
  topics,
  rates,
  portfolio,
  is_listed,
  is_listed_for_agencies,
  shows_results,
}: Frozen<Static<typeof ProfileRecord>>) => ({
  bio,
  languages,
  // Their names depend on the language of the reader.
  topics: topics.map(({ id }) => id),
  rates,
  portfolio,
  is_listed,
  is_listed_for_agencies,
  shows_results,
});

/** What creators say about themselves. */
export function profileRoutes(app: FastifyInstance, { publicUrl, storage }: MediaDeps): void {
  const shown = async (ctx: Context, userId: number, request: FastifyRequest, reply: FastifyReply) =>
    presentOwnProfile(await readProfile(ctx, userId, languageNamed(request, reply)), publicUrl);

  operation(app, {
    ...shared,
    method: 'GET',
    url,
    operationId: 'getCreatorProfile',
    summary: 'Read what a creator says about themselves',
    description: 'Stores read it of creators who apply or take part (`GET /v2/offers/{offer}/participant-profiles`).',
    replies: { 200: ProfileRecord },
    version: versionOf,
    handle: ({ ctx, resource, request, reply }) => shown(ctx, resource.id, request, reply),
  });

  operation(app, {
    ...shared,
    method: 'PATCH',
    url,
    operationId: 'changeCreatorProfile',
    scope: 'administration',
    presence: 'token',
    summary: 'Change what a creator says about themselves',
    description: 'Omitted fields are unchanged. The name is changed by `PATCH /v2/me`.',
    body: ProfileBody,
    replies: { 200: ProfileRecord },
    current: async ({ ctx, resource }) => versionOf(presentOwnProfile(await lockProfile(ctx, resource.id), publicUrl)),
    handle: async ({ ctx, resource, body, request, reply }) => {
      const {
        topics: topicIds,
        rates,
        is_listed: isListed,
        is_listed_for_agencies: isListedForAgencies,
        shows_results: showsResults,
        ...text
      } = body;
      const changes = {
        ...text,
        ...(isListed !== undefined && { isListed }),
        ...(isListedForAgencies !== undefined && { isListedForAgencies }),
        ...(showsResults !== undefined && { showsResults }),
        ...(rates && { rates: rates.map(({ kind, amount }) => ({ kind, ...amount })) }),
        ...(topicIds && { topicIds }),
      };
      await changeProfile(ctx, resource.id, changes);
      return shown(ctx, resource.id, request, reply);
    },
  });

  operation(app, {
    ...shared,
    method: 'POST',
    url: `${url}/picture`,
    operationId: 'uploadCreatorPicture',
    scope: 'administration',
    presence: 'token',
    summary: 'Set the picture of a creator',
    description: PICTURE_STORAGE,
    upload: { field: 'picture', maxBytes: MAX_PROFILE_PICTURE_BYTES, description: `${PICTURE_KINDS}.` },
    replies: { 200: ProfileRecord },
    handle: async ({ ctx, resource, upload, request, reply }) => {
      await setProfilePicture(ctx, storage, { userId: resource.id, file: upload.content });
      return shown(ctx, resource.id, request, reply);
    },
  });

  operation(app, {
    ...shared,
    method: 'DELETE',
    url: `${url}/picture`,
    operationId: 'deleteCreatorPicture',
    scope: 'administration',
    presence: 'token',
    summary: 'Remove the picture of a creator',
    replies: { 200: ProfileRecord },
    handle: async ({ ctx, resource, request, reply }) => {
      await setProfilePicture(ctx, storage, { userId: resource.id, file: null });
      return shown(ctx, resource.id, request, reply);
    },
  });

  operation(app, {
    tags: ['Participants'],
    addition: true,
    policy: onCampaign,
    method: 'GET',
    url: '/v2/offers/:offer/participant-profiles',
    operationId: 'listParticipantProfiles',
    summary: 'Read who applies for a campaign or takes part',
    description:
      'Profile, channels, message and answers of creators who have applied or joined. Creators whom the store has only invited, and those who were declined, are left out.',
    query: participantsQuery,
    replies: { 200: ParticipantProfileList },
    handle: async ({ ctx, resource, query: { participants: participantIds }, request, reply }) => {
      const { id: campaignId, storeId } = resource;
      const language = languageNamed(request, reply);
      const profiles = await readParticipantProfiles(ctx.db, { campaignId, storeId, participantIds, language });
      return { data: profiles.map((profile) => presentParticipantProfile(profile, publicUrl)) };
    },
  });
}
