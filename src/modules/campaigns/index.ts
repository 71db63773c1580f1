export { listAppealActivities } from './activities/list-activities.ts';
export { presentActivity, presentCommentOf } from './activities/present.ts';
export { ActivityList, CommentBody } from './activities/schemas.ts';
export { readMessages } from './activities/send-message.ts';
export { addAppealChange, addComment, writeMessages } from './activities/write-comments.ts';
export { type BonusTiers, readBonusTiersOf } from './bonus-tiers/bonus-tiers.ts';
export { MonthBonuses, presentTiers } from './bonus-tiers/schemas.ts';
export { campaignAnnotations } from './campaign/annotations.ts';
export { compactCampaignCounts } from './campaign/list-total.ts';
export { LIMIT_EVENTS, publishReachedLimits } from './campaign/reached-limits.ts';
export { readCampaigns } from './campaign/read-campaigns.ts';
export { readCampaignInput } from './campaign/read-input.ts';
export { PlannedCampaignBody } from './campaign/schemas.write.ts';
export { NO_TARGETS } from './campaign/targets.ts';
export { lockCampaign } from './campaign/write-campaign.ts';
export {
  type CommissionRule,
  CUSTOMERS,
  type Customer,
  RULE_TRACES,
  type RuleTrace,
  readCommissionRules,
  withMargin,
} from './commission-rules/commission-rules.ts';
export { readRules, ruleList } from './commission-rules/schemas.ts';
export { campaignInvitations } from './creator/invitation-sign-up.ts';
export { type BoardCampaign, onBoard } from './creator/read-board.ts';
export { BoardRecord, fixedPay, presentOnBoard } from './creator/routes.board.v2.ts';
export { createInvitationTeller } from './creator/tell-of-invitations.ts';
export { decideDraft } from './deliverables/decide-draft.ts';
export {
  type Deliverable,
  lockDeliverable,
  markPublished,
  readDeliverable,
} from './deliverables/deliverable.ts';
export { remindOfDeliverables } from './deliverables/notify-deliverable.ts';
export { planDeliverables } from './deliverables/plan-deliverables.ts';
export { onDeliverable, onDeliverableOfStore, onOwnDeliverable } from './deliverables/policy.ts';
export { submitDraft } from './deliverables/submit-draft.ts';
export { purgeDeliveries } from './deliveries/save-delivery.ts';
export type { CampaignDeps } from './deps.ts';
export { GIFT_ORDER_EVENTS } from './gift-orders/events.ts';
export { isGiftOrder, isGiftOrderSql, lockShopOrder } from './gift-orders/is-gift-order.ts';
export { receiveParcels, remindOfAddresses } from './gifts/follow-parcels.ts';
export { currentGifts, type Gift } from './gifts/gift.ts';
export { type Guarantee, readGuarantee, readGuarantees, roundedDown } from './guarantees/guarantee.ts';
export { guaranteeFields } from './guarantees/schemas.ts';
export { LegacyCampaignUser } from './legacy/schemas.ts';
export { showCampaignUser } from './legacy/show-campaign-user.ts';
export { CAMPAIGN_TASKS_OF_AGENCY } from './participants/agency-tasks.ts';
export { MAX_PAYMENT_MAJOR, setPaymentAmount } from './participants/agree-terms.ts';
export { PARTICIPANT_EVENTS } from './participants/events.ts';
export { KNOWN_TO_STORE } from './participants/transitions.ts';
export { PARTICIPANT_WORK } from './participants/work.ts';
export {
  findCampaign,
  isJoinableAt,
  onCampaign,
  onCampaignAsReader,
  onCampaignAsTermsReader,
  onCampaignUser,
  onParticipantAsStore,
  onStoreParticipant,
} from './policy.ts';
export { createDraft } from './previews/create-draft.ts';
export { type Promised, readPromises } from './promises/promise.ts';
export { refuseInvalidDay } from './promises/write-promise.ts';
export { type Answer, readAnswers } from './questions/questions.ts';
export { AnswerRecord, presentAnswer } from './questions/schemas.ts';
export type { RateStep, StepApplies, StepCounts, StepPeriod } from './rate-steps/rate-steps.ts';
export { campaignRoutesLegacy } from './routes.legacy.ts';
export { campaignRoutesV2 } from './routes.v2.ts';
export { addToTargets } from './targets/write-targets.ts';
