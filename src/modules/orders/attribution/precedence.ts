import type { TraceOwner } from '../../clicks/index.ts';
import type { AttributionRule, CampaignRules, RulesAtTime } from '../../stores/index.ts';

/** The creator of a reported code. */
export interface CodeOwner extends TraceOwner {
  /** Whether orders with the code are always the creator's. */
  isExclusive: boolean;
}

/** The rules that decide between a click and a code, as they were when the order was placed. */
export interface Precedence {
  store: Pick<RulesAtTime, 'attribution'>;
  /** Those of the campaigns of the click and the code, by their ids. */
  campaigns: ReadonlyMap<number, CampaignRules>;
}

/** Why a click or a code decides. `exclusive_code`: the code is exclusive, so that no rule applies. */
export type AppliedRule = AttributionRule | 'exclusive_code';

/** Which trace decides to whom an order belongs, and by which rule. */
export interface Decision {
  winner: 'click' | 'code' | null;
  rule: AppliedRule;
  /** The version of the campaign's rules that decided; null: the store's did, or the code is exclusive. */
  campaignRulesId: number | null;
}

/**
 * Decides between the click of a creator and the code of a creator (docs/orders.md, "Click or code"; docs/decisions.md says why). An exclusive code wins. Otherwise
 * the store's rule finds whose order it would be; if this is by the terms of a campaign with a rule of its own, the campaign's rule decides.
 */
export function decide(
  { store, campaigns }: Precedence,
  { click, code }: { click: TraceOwner | null; code: CodeOwner | null },
): Decision {
  if (code?.isExclusive) return { winner: 'code', rule: 'exclusive_code', campaignRulesId: null };
  const winnerBy = (rule: AttributionRule) => {
    if (click === null || code === null) return click === null ? (code === null ? null : 'code') : 'click';
    return rule === 'code_first' ? 'code' : 'click';
  };
  const byStore = { click, code }[winnerBy(store.attribution) ?? 'click'];
  const own = campaigns.get(byStore?.campaignId ?? 0);
  const rule = own?.attribution ?? store.attribution;
  return { winner: winnerBy(rule), rule, campaignRulesId: own?.attribution ? own.versionId : null };
}

/** The creator who would be paid; null: nobody. */
export function payeeOf(
  precedence: Precedence,
  traces: { click: TraceOwner | null; code: CodeOwner | null },
): number | null {
  const { winner } = decide(precedence, traces);
  return winner === null ? null : traces[winner]!.userId;
}
