import { Type } from 'typebox';
import { dateTime, id, nameSchemas, nullable, oneOf, text, webAddress, whole } from '../../../platform/http/fields.ts';
import { DomainProof, presentProof } from '../../stores/index.ts';
import { CHANNEL_PROOFS, type Channel, MAX_CHANNELS } from './channels.ts';
import { PLATFORMS } from './platforms.ts';
import { hostOf, pageProofOf } from './prove-channel.ts';

const MAX_FOLLOWERS = 10_000_000_000;

const stated = nullable(
  whole({ min: 0, max: MAX_FOLLOWERS, description: 'What the creator says; stores see that it is not checked.' }),
);

export const ChannelRecord = Type.Object({
  id: id(),
  platform: oneOf(PLATFORMS),
  identifier: Type.String({ description: 'The name at the platform, or host and path of an own page.' }),
  url: webAddress(),
  proven_by: nullable(
    oneOf(CHANNEL_PROOFS, {
      description:
        'null: it is not proven. Campaigns that name it are the creator’s with `administrator` only, because they do not say at which platform.',
    }),
  ),
  proven_at: nullable(dateTime()),
  checked_at: nullable(dateTime({ description: 'When the proof was last checked.' })),
  stated_followers: stated,
  proof: Type.Object(
    {
      code: Type.String({
        description: 'For the description (bio) of the channel, or a description in the head of an own page.',
      }),
      link: Type.String({ description: 'For a link with `rel="me"` on an own page.' }),
      domain: nullable(DomainProof),
    },
    {
      description:
        'The proofs, one of which must be published. `domain`: null for a channel without a domain of its own.',
    },
  ),
});

const ImportedRecord = Type.Object({
  kind: oneOf(['social', 'blog']),
  identifier: Type.String(),
  followers: nullable(Type.Integer({ description: 'null: not known.' })),
});

export const ChannelList = Type.Object({
  data: Type.Array(ChannelRecord, { maxItems: MAX_CHANNELS }),
  imported: Type.Array(ImportedRecord, {
    maxItems: MAX_CHANNELS,
    description: 'Accounts that the marketplace has imported without their platform. They are not changed here.',
  }),
});

export const ChannelBody = Type.Object({
  platform: oneOf(PLATFORMS),
  address: text({
    min: 1,
    max: 255,
    description: 'The name at the platform, such as `@anna`, or an address, such as `https://anna.example/blog`.',
  }),
  stated_followers: Type.Optional(stated),
});

export const ChannelChange = Type.Object({ stated_followers: stated });

export const CheckedChannel = Type.Object({
  channel: ChannelRecord,
  attempts: Type.Array(
    Type.Object({
      method: oneOf(CHANNEL_PROOFS),
      found: Type.Boolean(),
      problem: nullable(Type.String({ description: 'Why the proof was not found.' })),
    }),
  ),
});

/** @param publicUrl base of our addresses */
export function presentChannel(channel: Channel, publicUrl: string) {
  const host = hostOf(channel);
  return {
    id: channel.id,
    platform: channel.platform,
    identifier: channel.identifier,
    url: channel.url,
    proven_by: channel.provenBy,
    proven_at: channel.provenAt?.toISOString() ?? null,
    checked_at: channel.checkedAt?.toISOString() ?? null,
    stated_followers: channel.statedFollowers,
    proof: {
      ...pageProofOf(channel, publicUrl),
      domain: host === null ? null : presentProof({ host, token: channel.token }),
    },
  };
}

nameSchemas({
  ImportedAccount: ImportedRecord,
  Channel: ChannelRecord,
  ChannelList,
  ChannelInput: ChannelBody,
  ChannelChange,
  CheckedChannel,
});
