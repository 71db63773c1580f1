export {
  PROMISE_REFUSALS,
  refuseTermsAtLimit,
  refuseToAgree,
  refuseToPromise,
  requireTrading,
} from './approval/may-spend.ts';
export { storesBlocking } from './blocklist/stores-blocking.ts';
export { startCreditWarnings, warnNearLimit } from './credit/warn-near-limit.ts';
export { disclosesPerson } from './dashboard/disclose.ts';
export { type RelationshipRow, relationshipColumns, relationshipOfRow } from './dashboard/relationship-facts.ts';
export type { StoreDeps } from './deps.ts';
export { isListed, linkableBy, storesKnownTo } from './directory/visible.ts';
export {
  type Attempt as DomainAttempt,
  createDomainProver,
  type DomainProver,
  type PageAttempt,
} from './domain-proofs/domain-prover.ts';
export { PROOF_METHODS, type ProofMethod } from './domain-proofs/domains.ts';
export type { PageProof } from './domain-proofs/proof.ts';
export { DomainProof, ProofAttempts, presentProof } from './domain-proofs/schemas.ts';
export { STORE_EVENTS } from './events.ts';
export { findStore, onStore, onStoreOnly, requireStore, type StoreFacts, storeAccess } from './policy.ts';
export {
  type PricedStore,
  presentAdvertiser,
  presentPrice,
  readPricedStores,
} from './priced-stores.ts';
export { keepPromisedTerms, keepTermsOfCreators, TERMS_ARE_PROMISED } from './promised-terms/keep-promised-terms.ts';
export { storeAnnotations } from './record/annotations.ts';
export { categoryName, unknownCategories } from './record/categories.ts';
export { lockStore } from './record/change-store.ts';
export { readDomains } from './record/claim-domains.ts';
export { type FixedMargin, fixedCost, marginOfFixed, ratioOfOrders } from './record/fixed-margin.ts';
export { CPO_MODES, type CpoMode, maximumFor, sumOf } from './record/own-prices.ts';
export { storeRoutesLegacy, storeRoutesV2 } from './routes.ts';
export { advertiserPrice, legacyUserTagFields, PricedAdvertiser } from './schemas.ts';
export { takeAnyFromEmailQuota } from './settings/email-quota.ts';
export { firstPartyPixel, pixelAddress } from './tracking/addresses.ts';
export { hashActivationKey } from './tracking/keys.ts';
export {
  ATTRIBUTION_RULES,
  type AttributionRule,
  type CampaignRules,
  changeInVersions,
  keepVersion,
  type RulesAtTime,
  readCampaignRulesAt,
  readRulesAt,
} from './tracking/order-rule-versions.ts';
export {
  MAX_APPROVAL_DAYS,
  ORDER_RULE_COLUMNS,
  type OrderRuleRow,
  readOrderRules,
} from './tracking/order-rules.ts';
export { isPageOfStore } from './tracking/page-of-store.ts';
export { isSignatureValid, SIGNING_SECRETS } from './tracking/signing-secrets.ts';
export { listUserTags, presentLegacyTag, tagsOfStore, type UserTagRow } from './user-tags.ts';
export { STORE_WORK } from './work.ts';
