import type { Actor } from '../../platform/auth/actor.ts';
import type { SummaryValues, Voice } from './words/texts.en.ts';
import { addressed, type Words } from './words/words.ts';

/** A value that a rule was applied to. Names end in the unit: `_minor`, `_ppm` (millionths), `_on` (a day), `_at` (an instant). */
export type Input = string | number | boolean | null;

/** The record that a step was read from. */
export interface StepRecord {
  kind:
    | 'link'
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
  /** The name of a campaign or a link. */
  title?: string | null;
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
  /** The whole in one or two sentences. */
  summary: string;
  /** The party that the reader is; `other`: none. */
  reader: Voice | 'other';
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
  /** The party that the reader is, and that is addressed; null: none of them. */
  voice: Voice | null;
}

/** The parties whose facts a reader may see; all false: none. */
export function readerOf(actor: Actor, { storeId, userId, agencyId, currentAgencyId }: Concerned): Reader {
  const represents = (id: number | null) => id !== null && actor.agencyIds.includes(id);
  const isCreator = userId !== null && actor.userId === userId;
  const isStore = actor.storeIds.includes(storeId);
  const voice = isCreator ? 'creator' : isStore ? 'store' : represents(agencyId) ? 'agency' : null;
  if (actor.isAdmin) return { store: true, creator: true, agency: true, platform: true, voice };
  return {
    store: isStore,
    creator: actor.userId === userId || represents(currentAgencyId) || represents(agencyId),
    agency: represents(agencyId),
    platform: false,
    voice,
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
  readonly #titles: ReadonlyMap<number, string>;

  /**
   * @param currency of all amounts, unless a step names another
   * @param titles of the campaigns that are named
   */
  constructor(reader: Reader, currency: string, words: Words, titles: ReadonlyMap<number, string> = new Map()) {
    this.reader = reader;
    this.currency = currency;
    this.words = addressed(words, reader.voice);
    this.#titles = titles;
  }

  add(
    rule: string,
    step: { inputs?: Record<string, Input>; result: string | number; because: string; record?: StepRecord | null },
  ): void {
    const { inputs = {}, result, because, record = null } = step;
    this.steps.push({ rule, inputs, result: String(result), because, record });
  }

  /** A campaign with its title; null for none. */
  campaign(id: number | null): StepRecord | null {
    return id === null ? null : { kind: 'campaign', id: String(id), title: this.#titles.get(id) ?? null };
  }

  /** The title of a campaign. */
  titleOf(id: number | null): string | null {
    return id === null ? null : (this.#titles.get(id) ?? null);
  }

  /** What a summary says of the amounts. */
  summaryValues(
    { store, creator, agency }: Split,
    terms: { price: string | null; campaignId: number | null; userSharePpm: number; agencySharePpm: number },
  ): SummaryValues {
    const { reader } = this;
    const own = { creator, store, agency };
    const share = { creator: terms.userSharePpm, store: null, agency: terms.agencySharePpm };
    const part = reader.voice === null ? null : share[reader.voice];
    return {
      own: reader.voice === null ? null : this.money(own[reader.voice]),
      creator: reader.creator ? this.money(creator) : null,
      store: reader.store ? this.money(store) : null,
      price: terms.price,
      share: part === null ? null : this.words.formats.percent(part),
      campaign: this.titleOf(terms.campaignId),
    };
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
  finish(subject: Explanation['subject'], summary: string, outcome: string, split: Split): Explanation {
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
    return {
      subject,
      summary,
      reader: reader.voice ?? 'other',
      outcome,
      currency: this.currency,
      amounts,
      steps: this.steps,
      omitted,
    };
  }
}
