import type { Actor } from '../../platform/auth/actor.ts';
import type { Words } from './words/words.ts';

/** A value that a rule was applied to. Names end in the unit: `_minor`, `_ppm` (millionths), `_on` (a day), `_at` (an instant). */
export type Input = string | number | boolean | null;

/** The record that a step was read from. */
export interface StepRecord {
  kind:
    | 'click'
    | 'order'
    | 'campaign'
    | 'participant'
    | 'one_time_payment'
    | 'invoice_line'
    | 'ledger_entry'
    | 'void'
    | 'hold'
    | 'order_event'
    | 'order_claim'
    | 'exchange_rate';
  id: string;
}

/** One rule: its input, its result and the reason in words. */
export interface Step {
  rule: string;
  inputs: Record<string, Input>;
  result: string;
  because: string;
  record: StepRecord | null;
}

/** Whole minor units of the explanation's currency; null: the reader may not know. */
interface Amounts {
  store: number | null;
  creator: number | null;
  agency: number | null;
  platform: number | null;
}

/** Data that an explanation omits because the reader may not know them. */
export const OMISSIONS = [
  'store_amount',
  'creator_amount',
  'agency_amount',
  'platform_amount',
  'campaign_caps',
  'other_campaigns',
  'store_credit',
  'store_invoices',
  'payee_statements',
] as const;
export type Omission = (typeof OMISSIONS)[number];

export interface Explanation {
  subject: { kind: 'click' | 'order' | 'one_time_payment' | 'invoice_line'; id: string };
  outcome: string;
  currency: string;
  amounts: Amounts;
  steps: Step[];
  omitted: Omission[];
}

/** The parties of a record: a store, a creator, and the agency that had a share. */
export interface Concerned {
  storeId: number;
  userId: number | null;
  /** The agency with a share; null if none. */
  agencyId: number | null;
  /** The creator's agency now. */
  currentAgencyId: number | null;
}

/** The facts that a reader may know: the cost of the store, the earnings of the creator and of the agency, and the rest. */
export interface Reader {
  store: boolean;
  creator: boolean;
  agency: boolean;
  platform: boolean;
}

/** The parties whose facts a reader may see; all false: none. */
export function readerOf(actor: Actor, { storeId, userId, agencyId, currentAgencyId }: Concerned): Reader {
  if (actor.isAdmin) return { store: true, creator: true, agency: true, platform: true };
  const represents = (id: number | null) => id !== null && actor.agencyIds.includes(id);
  return {
    store: actor.storeIds.includes(storeId),
    creator: actor.userId === userId || represents(currentAgencyId) || represents(agencyId),
    agency: represents(agencyId),
    platform: false,
  };
}

/** The amounts of an explanation before any of them are omitted. */
export interface Split {
  store: number;
  creator: number;
  agency: number;
}

/** Collects the steps that a reader may see, and the names of the omitted data. */
export class Explaining {
  readonly steps: Step[] = [];
  readonly #omitted = new Set<Omission>();
  readonly reader: Reader;
  readonly currency: string;
  readonly words: Words;

  /** @param currency of all amounts, unless a step names another */
  constructor(reader: Reader, currency: string, words: Words) {
    this.reader = reader;
    this.currency = currency;
    this.words = words;
  }

  add(
    rule: string,
    step: { inputs?: Record<string, Input>; result: string | number; because: string; record?: StepRecord | null },
  ): void {
    const { inputs = {}, result, because, record = null } = step;
    this.steps.push({ rule, inputs, result: String(result), because, record });
  }

  /** Records that something is omitted. */
  omit(omission: Omission): void {
    this.#omitted.add(omission);
  }

  /** An amount as the reader writes it. */
  money(minor: number): string {
    return this.words.formats.money({ minor, currency: this.currency });
  }

  /** The explanation with the amounts that the reader may know. */
  finish(subject: Explanation['subject'], outcome: string, split: Split): Explanation {
    const { reader } = this;
    const known = (may: boolean, amount: number, omission: Omission) => {
      if (!may) this.omit(omission);
      return may ? amount : null;
    };
    const amounts = {
      store: known(reader.store, split.store, 'store_amount'),
      creator: known(reader.creator, split.creator, 'creator_amount'),
      agency: known(reader.agency, split.agency, 'agency_amount'),
      platform: known(reader.platform, split.store - split.creator - split.agency, 'platform_amount'),
    };
    const omitted = OMISSIONS.filter((omission) => this.#omitted.has(omission));
    return { subject, outcome, currency: this.currency, amounts, steps: this.steps, omitted };
  }
}
