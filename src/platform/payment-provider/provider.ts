/** Whom the provider is told of: the one who pays. */
interface Payer {
  /** Ours, as `store-12`; shown to whoever looks at the provider. */
  reference: string;
  name: string;
}

/** Where a payer says how they pay. */
export interface SetupSession {
  id: string;
  /** The provider's page; null when there is none to go to. */
  url: string | null;
  /** For a form of the provider's within a page of somebody else's, with the key that its script wants. */
  embedded: { clientSecret: string; publishableKey: string } | null;
  /** What to do, in words; null where a page says it. */
  instructions: string | null;
  expiresAt: Date | null;
}

/** What is charged, as far as it may be shown. */
export interface PaymentMethod {
  /** The provider's own id. */
  id: string;
  /** The provider's own word, as `card` or `sepa_debit`. */
  kind: string;
  /** Of a card its brand, of an account its bank. */
  brand: string | null;
  last4: string | null;
  /** A card's last month. */
  expires: { month: number; year: number } | null;
}

/** A set-up that the provider keeps. */
export interface ProviderSetup {
  id: string;
  /** Whose it is, by the provider's id. */
  customerId: string | null;
  /** The payer has done what was asked. */
  isComplete: boolean;
  /** Null: not complete, or taken away since. */
  method: PaymentMethod | null;
}

/** What the provider tells of by itself. What has become of it is to be asked: events come late, twice and in any order. */
export interface ProviderEvent {
  id: string;
  kind: string;
  /** Whom it is about, by the provider's ids; null: nothing that is of use to us. */
  about: { customerId: string | null; methodId: string | null } | null;
}

/** The provider has no such customer: it was deleted, or belongs to another account than the one that is configured now. */
export class UnknownCustomer extends Error {
  override readonly name = 'UnknownCustomer';
}

/** The event was not signed by the provider, or too long ago. */
export class BadSignature extends Error {
  override readonly name = 'BadSignature';
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A provider that keeps who pays and how. Every call leaves the process: never make one inside a transaction. */
export interface HostedPaymentProvider {
  readonly name: 'stripe';
  /**
   * Makes the payer known.
   * @param key asked again under the same key within a day, for the same payer, the provider answers as it did the first time
   * @returns the provider's id of the customer
   * @throws Unavailable
   */
  createCustomer(payer: Payer, key: string): Promise<string>;
  /**
   * Opens a session in which the customer sets up how they pay.
   * @param currency ISO 4217, in which they will be charged
   * @param returnUrl where they come back to
   * @throws UnknownCustomer, Unavailable
   */
  openSession(ask: { customerId: string; currency: string; returnUrl: string }): Promise<SetupSession>;
  /** Reads a set-up by its id, or by that of the session in which it was made; null when there is none. @throws Unavailable */
  readSetup(id: string): Promise<ProviderSetup | null>;
  /** The customer's newest complete set-up whose method has not been taken away; null when there is none. @throws Unavailable */
  newestSetup(customerId: string): Promise<ProviderSetup | null>;
  /**
   * Reads an event from the bytes that came, by the signature in the headers that came with them.
   * @throws BadSignature
   */
  readEvent(body: Buffer, headers: Headers, receivedAt: Date): ProviderEvent;
}

/** Nobody: who pays does so by invoice, and what is set up is what we are told. */
export interface ManualPaymentProvider {
  readonly name: 'manual';
  /** What a payer has to know; nothing is kept anywhere. */
  openSession(payer: Payer): SetupSession;
}

export type PaymentProvider = HostedPaymentProvider | ManualPaymentProvider;
