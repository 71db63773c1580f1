import { type Static, Type } from 'typebox';
import {
  email,
  id,
  list,
  money,
  nameSchemas,
  nameText,
  nullable,
  oneOf,
  text,
  whole,
} from '../../../platform/http/fields.ts';
import { MAX_PRICE_MINOR, MAX_TITLE } from '../../../platform/limits.ts';
import { requireOnly, wireSchemas } from '../../../platform/record-fields/field.ts';
import { CPO_MODES } from '../../stores/index.ts';
import { questionsField } from '../questions/schemas.ts';
import { sharedBudgetFields } from '../shared-budgets/schemas.ts';
import { CAMPAIGN_FIELDS } from './fields.ts';
import { CampaignRecord } from './schemas.ts';

const fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const ADMIN =
  'Only administrators set it; other callers may send back what they have read. Omitted or null: the price with the store’s margin.';
const OR_STORE = 'Omitted or null: the store’s own price of this kind. 0: nothing is paid.';

/** What `cpo_mode` and `minimum_order` mean. */
export const CPO_MODE =
  'With `cpo`: `added` (also if it is omitted or null): an order pays the fixed amount and the part of its value; `larger`: the larger one. (An addition.)';
export const MINIMUM_ORDER =
  'Orders whose value less refunds is below this earn nothing; in the store’s currency. Omitted or null: the store’s own minimum. (An addition.)';

const cost = Type.Object({
  source: Type.Unsafe<0 | 1>(whole({ min: 0, max: 1, description: '0 General, 1 the social networks.' })),
  cpc: Type.Optional(nullable(whole({ min: 0, max: 1000, description: `Minor units a click. ${OR_STORE}` }))),
  cpa: Type.Optional(nullable(fraction(`Fraction of an order’s value. ${OR_STORE}`))),
  invoice_cpc: Type.Optional(
    nullable(
      whole({
        min: 0,
        max: MAX_PRICE_MINOR,
        description: `What the store is billed for a click; not less than cpc. ${ADMIN}`,
      }),
    ),
  ),
  invoice_cpa: Type.Optional(nullable(fraction(`What the store is billed of an order; not less than cpa. ${ADMIN}`))),
  cpo: Type.Optional(
    nullable(
      money({ description: `A fixed amount for each order, in the store’s currency. ${OR_STORE} (An addition.)` }),
    ),
  ),
  cpo_mode: Type.Optional(nullable(oneOf(CPO_MODES, { description: CPO_MODE }))),
  invoice_cpo: Type.Optional(
    nullable(
      money({
        description: `What the store is billed for the fixed amount; not less than cpo. ${ADMIN} (An addition.)`,
      }),
    ),
  ),
  minimum_order: Type.Optional(nullable(money({ description: MINIMUM_ORDER }))),
  user_revenue: Type.Optional(fraction('The creator’s share of cpc and cpa. Only administrators set it.')),
});

const ids = (description: string) => Type.Optional(list(id(), { max: 1000, description }));

export const TargetsBody = Type.Object({
  user_ids: ids('Users. Unknown, suspended and blocked ones are skipped and listed in the warnings.'),
  user_tag_ids: ids('Common tags and the store’s own.'),
  store_group_ids: ids('Markets.'),
  emails: Type.Optional(list(email(), { max: 1000 })),
  social_media_identifiers: Type.Optional(
    list(text({ min: 1, max: 30 }), {
      max: 1000,
      description: 'Names of accounts at social networks. `@name` is `name`, in any case of letters.',
    }),
  ),
  client_ids: ids('Agencies.'),
  revenue_tier_ids: ids('Revenue tiers.'),
});

/** The fields besides the plain ones. */
const rest = {
  priority_after: Type.Optional(
    id({ description: 'An offer of the store that takes precedence directly before this one.' }),
  ),
  shared_budget: Type.Optional(
    Type.Object(sharedBudgetFields, {
      description:
        'The budget that the campaign shares with others. It is one record: if the campaign has a shared budget, its title and amount are changed for all campaigns that share it, and what is spent remains. Otherwise the campaign gets the store’s budget with this title, which must have this amount, or a new one. With `shared_budget_id: null`, the campaign does so, too, if it has one. Not together with the id of a budget.',
    }),
  ),
};
const pricesAndTargets = { traffic_sources_costs: list(cost, { max: 2 }), targets: TargetsBody };
const plain = wireSchemas(CAMPAIGN_FIELDS, 'v2', 'write');

const wholeCampaign = {
  ...requireOnly(plain, ['active', 'campaign_title', 'type']),
  ...pricesAndTargets,
  ...rest,
};

/** The body of a request that creates or replaces a campaign. */
export const CampaignBody = Type.Object({
  ...wholeCampaign,
  questions: Type.Optional({
    ...questionsField,
    description:
      'What a new campaign asks of applicants, in this order; not for `standard`. An existing one has `setCampaignQuestions`. (An addition.)',
  }),
});

/** A planned campaign, or a planned change of one. */
export const PlannedCampaignBody = Type.Object({
  ...wholeCampaign,
  offer_id: Type.Optional(
    id({
      description:
        'The campaign of the store that would be changed to this. Costs and shares that administrators have set for it are kept.',
    }),
  ),
});

export const DuplicateBody = Type.Object({
  campaign_title: Type.Optional(
    nameText({ max: MAX_TITLE, description: 'That of the original, or of the template, unless given.' }),
  ),
});

/** Omitted fields are unchanged. */
export const CampaignPatchBody = Type.Object({ ...requireOnly({ ...plain, ...pricesAndTargets }, []), ...rest });

export type CampaignPatch = Static<typeof CampaignPatchBody>;

export const Warnings = Type.Object({ skipped_targets: Type.Object({ user_ids: Type.Array(id()) }) });

export const WrittenCampaignReply = Type.Object({
  data: Type.Object({ ...CampaignRecord.properties, warnings: Warnings }),
  warnings: Warnings,
});

nameSchemas({
  CampaignTargetsInput: TargetsBody,
  CampaignInput: CampaignBody,
  PlannedCampaignInput: PlannedCampaignBody,
  CampaignPatchInput: CampaignPatchBody,
  CampaignWarnings: Warnings,
  WrittenCampaign: WrittenCampaignReply,
});
