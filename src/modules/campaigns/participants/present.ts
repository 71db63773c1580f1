import { moneyObject } from '../../../platform/money.ts';
import { showFields } from '../../../platform/record-fields/records.ts';
import { presentPrices } from '../overview/present.ts';
import type { CampaignFacts } from '../policy.ts';
import { PARTICIPANT_FIELDS } from './fields.ts';
import type { Participant } from './read-participants.ts';
import { type Side, transitionsFor } from './transitions.ts';

/** The requested includes and their sources: the campaign, and the caller's sides. */
export interface IncludeOptions {
  include: readonly ('offer_comments_count' | 'transitions' | 'overrides' | 'prices')[];
  campaign: Pick<CampaignFacts, 'type' | 'hasProductSeeding' | 'currency'>;
  sidesFor: (userId: number | null) => readonly Side[];
}

/** Presents a participant in version 2. */
export function presentParticipant(participant: Participant, besides: IncludeOptions | null = null) {
  const { preRegisteredEmail: email, preRegisteredIdentifier: identifier, payment } = participant;
  return {
    ...showFields(PARTICIPANT_FIELDS, 'v2', participant),
    display_name: participant.displayName,
    clicks: participant.clicks,
    ...(identifier === null ? {} : { pre_registered_identifier: identifier }),
    ...(email === null ? {} : { pre_registered_email: email }),
    todo: participant.todo,
    payment_amount: payment === null ? null : moneyObject(payment),
    ...(besides === null ? {} : presentIncluded(participant, besides)),
  };
}

const amountOf = (minor: number | null, currency: string) => (minor === null ? null : moneyObject({ minor, currency }));

function presentIncluded(participant: Participant, { include, campaign, sidesFor }: IncludeOptions) {
  const { type: campaignType, hasProductSeeding, currency } = campaign;
  const facts = { status: participant.status, hasApplied: participant.hasApplied, campaignType, hasProductSeeding };
  return {
    ...(include.includes('offer_comments_count') ? { offer_comments_count: participant.comments } : {}),
    ...(include.includes('transitions') ? { transitions: transitionsFor(facts, sidesFor(participant.userId)) } : {}),
    ...(include.includes('overrides')
      ? {
          overrides: {
            click_limit: participant.clickLimit,
            traffic_sources_costs: participant.costs.map((cost) => ({
              source: cost.source,
              cpc: amountOf(cost.cpcMinor, currency),
              cpa: cost.cpa,
              cpo: amountOf(cost.cpoMinor, currency),
              cpo_mode: cost.cpoMode,
              minimum_order: amountOf(cost.minimumOrderMinor, currency),
            })),
          },
        }
      : {}),
    ...(participant.effective === null ? {} : { prices: presentPrices(participant.effective, currency) }),
  };
}
