import { type Static, type TObject, Type } from 'typebox';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { id, list, nameSchemas, oneOf, text } from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { PARTICIPANT_STATUSES, type ParticipantStatus } from '../participants/transitions.ts';
import { CAMPAIGN_STATUSES, type CreatorCampaignFilters } from './filters.ts';

const participantStatus = () => oneOf(PARTICIPANT_STATUSES);
const time = (description: string) =>
  Type.String({ description: `${description}: YYYY-MM-DD HH:MM:SS, UTC; empty when it is open.` });

export const CreatorCampaignRecord = Type.Object({
  key: Type.String({ description: 'The ids of campaign and user, joined by a hyphen.' }),
  todo: Type.Array(Type.Object({ key: Type.String(), value: Type.Boolean() })),
  status: participantStatus(),
  can_create_link: Type.Boolean({
    description: 'The user is accepted, the campaign is active, and its store is open and does not block the user.',
  }),
  campaign: Type.Object({
    id: id(),
    title: Type.String(),
    description: Type.String({ description: 'Empty when there is none.' }),
    image: Type.Object({
      key: Type.String({ description: 'In the file storage; empty until there is a picture.' }),
      url: Type.String({ description: 'A placeholder until there is a picture.' }),
      base_url: Type.String({ description: 'Base address of all pictures; the key follows.' }),
      base64: Type.String({ description: 'Always empty: pictures are fetched by address.' }),
    }),
    constraints: Type.Object({
      per_user_limit: Type.Boolean({ description: 'Limits of clicks and money apply to each creator.' }),
      valid_from: time('Start'),
      valid_until: time('The last moment'),
    }),
  }),
  transitions: Type.Array(
    Type.Object({ status: participantStatus(), label: Type.String({ description: 'Label for a button.' }) }),
    { description: 'The statuses that the user may move to. (The contract does not specify the elements.)' },
  ),
});

export const CreatorCampaignList = v2Envelope(CreatorCampaignRecord);

export const JoinedCampaign = Type.Object(CreatorCampaignRecord.properties, {
  description: '(The body is an addition.)',
});

export const Membership = Type.Object(
  {
    added: Type.Boolean({
      description: 'The user participates, or the user’s address or social identifier is registered for it.',
    }),
    status: Type.Optional(participantStatus()),
  },
  {
    description:
      '(The contract does not specify this body.) The response sets a cookie `service_session` with a random text. It is not stored and grants nothing.',
  },
);

export const tokenParam = { token: Type.String({ minLength: 1, maxLength: 255 }) };

/** The interface documents this size for the campaigns of a creator. */
const CREATOR_CAMPAIGNS_PAGE = { defaultSize: 30 };

export const campaignQuery = {
  name: Type.Optional(text({ max: 128, description: 'Part of the name or title.' })),
  participant_statuses: Type.Optional(
    list(participantStatus(), {
      max: PARTICIPANT_STATUSES.length,
      description: 'Campaigns in which the user participates with one of these statuses.',
    }),
  ),
  campaign_statuses: Type.Optional(
    list(oneOf(CAMPAIGN_STATUSES), {
      max: CAMPAIGN_STATUSES.length,
      description: 'Active or scheduled campaigns.',
    }),
  ),
  ...pageQuery(CREATOR_CAMPAIGNS_PAGE),
};

export const campaignsForQuery = {
  status: Type.Optional(
    oneOf(PARTICIPANT_STATUSES, {
      deprecated: true,
      description: 'Use `participant_statuses`. The two are mutually exclusive.',
    }),
  ),
  statuses: Type.Optional(
    list(participantStatus(), {
      max: PARTICIPANT_STATUSES.length,
      description: 'Alias of `participant_statuses`. Give one of the two.',
    }),
  ),
  ...campaignQuery,
};

/** Reads the filters from the query of a creator's list. */
export function filtersOf(query: Static<TObject<typeof campaignQuery>>): CreatorCampaignFilters {
  const { name, participant_statuses: participantStatuses, campaign_statuses: campaignStatuses } = query;
  return { name, participantStatuses, campaignStatuses };
}

/**
 * Reads the participant statuses of `GET /v2/users/{user}/offers` from any of its three fields.
 * @throws InvalidInput when two fields are given, because the caller's intention is ambiguous
 */
export function stepsNamed(query: Static<TObject<typeof campaignsForQuery>>): ParticipantStatus[] | undefined {
  const { status, statuses, participant_statuses: steps } = query;
  const errors: Record<string, string[]> = {};
  if (status !== undefined && (statuses ?? steps) !== undefined) {
    errors.status = [`must not be given together with ${steps === undefined ? 'statuses' : 'participant_statuses'}`];
  }
  if (statuses !== undefined && steps !== undefined) {
    errors.statuses = ['must not be given together with participant_statuses'];
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return status === undefined ? (statuses ?? steps) : [status];
}

nameSchemas({ CreatorCampaign: CreatorCampaignRecord, JoinedCampaign, CampaignMembership: Membership });
