import { CAMPAIGN_EXAMPLES } from './campaigns.ts';
import { type Example, sentenceOf } from './example.ts';
import { PAYOUT_EXAMPLES } from './payouts.ts';
import { PEOPLE_EXAMPLES } from './people.ts';
import { REPORT_EXAMPLES } from './reports.ts';
import { SANDBOX_EXAMPLES } from './sandboxes.ts';
import { STORE_EXAMPLES } from './stores.ts';
import { WEBHOOK_EXAMPLES } from './webhooks.ts';

/** Examples by operation id, in an order that the demo accepts. `tests/examples.test.ts` sends each of them. */
export const EXAMPLES: Record<string, Example> = {
  ...PEOPLE_EXAMPLES,
  ...CAMPAIGN_EXAMPLES,
  ...STORE_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
  ...REPORT_EXAMPLES,
  ...PAYOUT_EXAMPLES,
  ...SANDBOX_EXAMPLES,
};

/** The same examples for the API reference, with the body and a sentence that says how to send it. */
export const DOCUMENTED_EXAMPLES = new Map(
  Object.entries(EXAMPLES).map(([id, example]) => [id, { body: example.body, sentence: sentenceOf(example) }]),
);
