/** The payer's data that the provider receives. */
interface Payer {
  /** Our reference, for example `store-12`; shown in the provider's dashboard. */
  reference: string;
  name: string;
}

/** A session in which a payer sets up a payment method. */
export interface SetupSession {
  id: string;
  /** The provider's page; null when there is none. */
  url: string | null;
  /** Data for embedding the provider's form in another page, with the publishable key for its script. */
  embedded: { clientSecret: string; publishableKey: string } | null;
  /** Written instructions; null when a page gives them. */
  instructions: string | null;
  expiresAt: Date | null;
}

/** The displayable details of a payment method. */
export interface PaymentMethod {
  /** The provider's id. */
  id: string;
  /** The provider's type name, for example `card` or `sepa_debit`. */
  kind: string;
  /** The brand of a card or the bank of an account. */
  brand: string | null;
  last4: string | null;
  /** Last month in which a card is valid. */
  expires: { month: number; year: number } | null;
}

/** A payment set-up at the provider. */
export interface ProviderSetup {
  id: string;
  /** The provider's id of the customer who owns it. */
  customerId: string | null;
  /** Whether the payer has completed it. */
  isComplete: boolean;
  /** Null: not complete, or removed since. */
  method: PaymentMethod | null;
}

/**
 * A notification from the provider. Events arrive late, twice and in any order, so the current state must be
 * queried.
 */
export interface ProviderEvent {
  id: string;
  kind: string;
  /** The provider's ids of the affected records; null when the event is irrelevant. */
  about: { customerId: string | null; methodId: string | null } | null;
}

/** The provider does not know the customer: it was deleted, or belongs to another account than the configured one. */
export class UnknownCustomer extends Error {
  override readonly name = 'UnknownCustomer';
}

/** The event lacks a valid signature of the provider, or the signature is too old. */
export class BadSignature extends Error {
  override readonly name = 'BadSignature';
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * A provider that stores payers and their payment methods. Every call is a network request: never call it inside a
 * transaction.
 */
export interface HostedPaymentProvider {
  readonly name: 'stripe';
  /**
   * Creates a customer for the payer.
   * @param key idempotency key: the same key and payer within a day yield the same response
   * @returns the provider's id of the customer
   * @throws Unavailable
   */
  createCustomer(payer: Payer, key: string): Promise<string>;
  /**
   * Opens a session in which the customer sets up a payment method.
   * @param currency ISO 4217 code of the currency of future charges
   * @param returnUrl where the provider redirects the customer afterwards
   * @throws UnknownCustomer, Unavailable
   */
  openSession(ask: { customerId: string; currency: string; returnUrl: string }): Promise<SetupSession>;
  /** Reads a set-up by its id or by the id of its session; null when there is none. @throws Unavailable */
  readSetup(id: string): Promise<ProviderSetup | null>;
  /**
   * Reads the customer's newest complete set-up whose method still exists; null when there is none. @throws
   * Unavailable
   */
  newestSetup(customerId: string): Promise<ProviderSetup | null>;
  /**
   * Parses an event from the raw body and verifies the signature in its headers.
   * @throws BadSignature
   */
  readEvent(body: Buffer, headers: Headers, receivedAt: Date): ProviderEvent;
}

/** No provider: stores pay by invoice, and the stored set-up is what the store has declared. */
export interface ManualPaymentProvider {
  readonly name: 'manual';
  /** Returns the instructions for the payer. Nothing is stored. */
  openSession(payer: Payer): SetupSession;
}

export type PaymentProvider = HostedPaymentProvider | ManualPaymentProvider;
