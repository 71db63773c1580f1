import { moneyObject } from '../../../platform/money.ts';
import { showFields } from '../../../platform/record-fields/records.ts';
import type { CampaignFacts } from '../policy.ts';
import { PARTICIPANT_FIELDS } from './fields.ts';
import type { Participant } from './read-participants.ts';
import { type Side, transitionsFor } from './transitions.ts';

/** The requested includes and their sources: the campaign, and the caller's sides. */
export interface Besides {
  include: readonly ('offer_comments_count' | 'transitions' | 'overrides')[];
  campaign: Pick<CampaignFacts, 'type' | 'hasProductSeeding' | 'currency'>;
  sidesFor: (userId: number | null) => readonly Side[];
}

/** Presents a participant in version 2. */
export function presentParticipant(part: Participant, besides: Besides | null = null) {
  const { preRegisteredEmail: email, preRegisteredIdentifier: identifier, payment } = part;
  return {
    ...showFields(PARTICIPANT_FIELDS, 'v2', part),
    display_name: part.displayName,
    clicks: part.clicks,
    ...(identifier === null ? {} : { pre_registered_identifier: identifier }),
    ...(email === null ? {} : { pre_registered_email: email }),
    todo: part.todo,
    payment_amount: payment === null ? null : moneyObject(payment),
    ...(besides === null ? {} : presentBesides(part, besides)),
  };
}

function presentBesides(part: Participant, { include, campaign, sidesFor }: Besides) {
  const { type: campaignType, hasProductSeeding, currency } = campaign;
  const facts = { status: part.status, hasApplied: part.hasApplied, campaignType, hasProductSeeding };
  return {
    ...(include.includes('offer_comments_count') ? { offer_comments_count: part.comments } : {}),
    ...(include.includes('transitions') ? { transitions: transitionsFor(facts, sidesFor(part.userId)) } : {}),
    ...(include.includes('overrides')
      ? {
          overrides: {
            click_limit: part.clickLimit,
            traffic_sources_costs: part.costs.map(({ source, cpcMinor: minor, cpa }) => ({
              source,
              cpc: minor === null ? null : moneyObject({ minor, currency }),
              cpa,
            })),
          },
        }
      : {}),
  };
}
