import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { onUser, provisioning } from '../../accounts/index.ts';
import type { MediaDeps } from '../deps.ts';
import {
  addChannel,
  changeChannel,
  checkChannel,
  confirmChannel,
  listChannels,
  listImported,
  removeChannel,
} from './channels.ts';
import { ChannelBody, ChannelChange, ChannelList, ChannelRecord, CheckedChannel, presentChannel } from './schemas.ts';

const shared = { tags: ['Channels'], addition: true, policy: onUser('user') } as const;

/** The channels of creators and their proofs. */
export function channelRoutes(app: FastifyInstance, { domainProver, publicUrl }: MediaDeps): void {
  operation(app, {
    ...shared,
    method: 'GET',
    url: '/v2/users/:user/channels',
    operationId: 'listChannels',
    summary: 'List a creator’s channels, and how to prove them',
    replies: { 200: ChannelList },
    handle: async ({ ctx, resource }) => ({
      data: (await listChannels(ctx, resource.id)).map((channel) => presentChannel(channel, publicUrl)),
      imported: (await listImported(ctx, resource.id)).map(({ kind, identifier, followers }) => ({
        kind,
        identifier,
        followers,
      })),
    }),
  });

  operation(app, {
    ...shared,
    method: 'POST',
    url: '/v2/users/:user/channels',
    operationId: 'addChannel',
    scope: 'administration',
    presence: 'token',
    summary: 'Add a channel of a creator',
    description: 'Stores see that it is not proven until it is.',
    body: ChannelBody,
    replies: { 201: ChannelRecord },
    errors: ['channel_known', 'channel_taken', 'too_many_channels'],
    handle: async ({ ctx, resource, body }) => {
      const { platform, address, stated_followers: followers = null } = body;
      return presentChannel(await addChannel(ctx, { userId: resource.id, platform, address, followers }), publicUrl);
    },
  });

  operation(app, {
    ...shared,
    method: 'PATCH',
    url: '/v2/users/:user/channels/:channel',
    operationId: 'changeChannel',
    scope: 'administration',
    presence: 'token',
    summary: 'State the followers of a channel',
    body: ChannelChange,
    replies: { 200: ChannelRecord },
    handle: async ({ ctx, resource, params, body }) => {
      const key = { userId: resource.id, channelId: params.channel };
      return presentChannel(await changeChannel(ctx, { ...key, followers: body.stated_followers }), publicUrl);
    },
  });

  operation(app, {
    ...shared,
    method: 'DELETE',
    url: '/v2/users/:user/channels/:channel',
    operationId: 'removeChannel',
    scope: 'administration',
    presence: 'token',
    summary: 'Remove a channel of a creator',
    description: 'Participations stay.',
    replies: { 204: null },
    handle: async ({ ctx, resource, params }) => removeChannel(ctx, { userId: resource.id, channelId: params.channel }),
  });

  operation(app, {
    ...shared,
    method: 'POST',
    url: '/v2/users/:user/channels/:channel/check',
    operationId: 'checkChannel',
    scope: 'administration',
    presence: 'token',
    summary: 'Check the proof of a channel',
    description:
      'Reads the page of the channel, and for an own domain its TXT record, file and meta tag; one proof is sufficient. The request takes several seconds if servers do not reply. A platform that shows its pages only to people who have signed in cannot be checked: an administrator can confirm the channel.',
    replies: { 200: CheckedChannel },
    errors: ['channel_taken', 'checked_recently'],
    handle: async ({ ctx, resource, params }) => {
      const key = { userId: resource.id, channelId: params.channel };
      const { channel, attempts } = await checkChannel(ctx, { domainProver, publicUrl }, key);
      return { channel: presentChannel(channel, publicUrl), attempts };
    },
  });

  operation(app, {
    ...provisioning,
    method: 'POST',
    url: '/v2/admin/users/:user/channels/:channel/confirm',
    operationId: 'adminConfirmChannel',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Confirm a channel of a creator',
    description:
      'Needs no proof. Campaigns and invitations that name the account are then the creator’s: they do not say at which platform it is.',
    replies: { 200: ChannelRecord },
    errors: ['channel_taken'],
    handle: async ({ ctx, params }) =>
      presentChannel(await confirmChannel(ctx, { userId: params.user, channelId: params.channel }), publicUrl),
  });
}
