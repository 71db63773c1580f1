import { type Static, type TObject, Type } from 'typebox';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { id, list, oneOf, text } from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { PARTICIPANT_STATUSES, type ParticipantStatus } from '../participants/moves.ts';
import { CAMPAIGN_STATUSES, type CampaignFilters } from './filters.ts';

const participantStatus = () => oneOf(PARTICIPANT_STATUSES);
const time = (description: string) =>
  Type.String({ description: `${description}: YYYY-MM-DD HH:MM:SS, UTC; empty when it is open.` });

export const CampaignRecord = Type.Object({
  key: Type.String({ description: 'The ids of campaign and user, joined by a hyphen.' }),
  todo: Type.Array(Type.Object({ key: Type.String(), value: Type.Boolean() })),
  status: participantStatus(),
  can_create_link: Type.Boolean({
    description: 'The user has been accepted, the campaign is active, and its store is open and works with the user.',
  }),
  campaign: Type.Object({
    id: id(),
    title: Type.String(),
    description: Type.String({ description: 'Empty when there is none.' }),
    image: Type.Object({
      key: Type.String({ description: 'In the file storage; empty until there is a picture.' }),
      url: Type.String({ description: 'A neutral picture until there is one.' }),
      base_url: Type.String({ description: 'What the addresses of all pictures begin with; the key follows.' }),
      base64: Type.String({ description: 'Always empty: pictures are fetched by their address.' }),
    }),
    constraints: Type.Object({
      per_user_limit: Type.Boolean({ description: 'Limits of clicks and money are each creator’s own.' }),
      valid_from: time('Start'),
      valid_until: time('The last moment'),
    }),
  }),
  transitions: Type.Array(
    Type.Object({ status: participantStatus(), label: Type.String({ description: 'Words for a button.' }) }),
    { description: 'Where the user may move on to. (Elements ours.)' },
  ),
});

export const CampaignList = v2Envelope(CampaignRecord);

export const JoinedCampaign = Type.Object(CampaignRecord.properties, { description: '(Body ours.)' });

export const Membership = Type.Object(
  {
    added: Type.Boolean({
      description: 'The user takes part, or the user’s address or social identifier is registered for it.',
    }),
    status: Type.Optional(participantStatus()),
  },
  {
    description:
      '(Body ours.) The reply sets a cookie `service_session`: a random text that nothing is kept under and that gives no right.',
  },
);

export const tokenParam = { token: Type.String({ minLength: 1, maxLength: 255 }) };

export const campaignQuery = {
  name: Type.Optional(text({ max: 128, description: 'Part of the name or title.' })),
  participant_statuses: Type.Optional(
    list(participantStatus(), {
      max: PARTICIPANT_STATUSES.length,
      description: 'Campaigns that the user takes part in and stands at one of these.',
    }),
  ),
  campaign_statuses: Type.Optional(
    list(oneOf(CAMPAIGN_STATUSES), {
      max: CAMPAIGN_STATUSES.length,
      description: 'Campaigns that run, or are to come.',
    }),
  ),
  ...pageQuery({ defaultSize: 30, maxSize: 100 }),
};

export const offersForQuery = {
  status: Type.Optional(
    oneOf(PARTICIPANT_STATUSES, {
      deprecated: true,
      description: 'Use `participant_statuses`, which it cannot be given together with.',
    }),
  ),
  statuses: Type.Optional(
    list(participantStatus(), {
      max: PARTICIPANT_STATUSES.length,
      description: 'Another name of `participant_statuses`; one of the two is enough.',
    }),
  ),
  ...campaignQuery,
};

/** What the query of a creator's list narrows it to. */
export function filtersOf(query: Static<TObject<typeof campaignQuery>>): CampaignFilters {
  const { name, participant_statuses: participantStatuses, campaign_statuses: campaignStatuses } = query;
  return { name, participantStatuses, campaignStatuses };
}

/**
 * The steps of a participant that `GET /v2/users/{user}/offers` is narrowed to, by whichever of their three names.
 * @throws InvalidInput when two names are given: which of them was meant is not for us to guess
 */
export function stepsNamed(query: Static<TObject<typeof offersForQuery>>): ParticipantStatus[] | undefined {
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
