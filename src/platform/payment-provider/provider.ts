import type { Money } from '../money.ts';

/** The payer's data that the provider receives. */
interface Payer {
  /** Our reference, for example `store-12`; shown in the provider's dashboard. */
  reference: string;
  name: string;
}

/** A session for a payer to set up a payment method. */
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
  /** The last month of a card's validity. */
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
  /** The affected payment, by the provider's ids of its page or of itself; null when the event does not concern one. */
  payment: { sessionId: string | null; paymentId: string | null } | null;
  /** The affected transfer; null when the event does not concern one. */
  transferId: string | null;
}

/** The payment that a page of the provider requests. */
interface PaymentAsk {
  /** Our reference, for example `payment-12`. */
  reference: string;
  /** The description of the payment on the page. */
  title: string;
  money: Money;
  /** The page accepts no payment after this time: between 30 minutes and 24 hours from now. */
  expiresAt: Date;
  /** The address to which the provider redirects the payer afterwards. */
  returnUrl: string;
}

export type PaymentState =
  | 'open'
  | 'processing'
  | 'paid'
  | 'failed'
  | 'expired'
  | 'refunded'
  | 'partly_refunded'
  | 'disputed';

/** The current state of a payment at the provider. */
export interface ProviderPayment {
  sessionId: string;
  paymentId: string | null;
  reference: string | null;
  /** The requested amount; null if it cannot be an amount of ours. */
  money: Money | null;
  /** `paid` while the provider holds the whole amount. */
  state: PaymentState;
}

/** Money that is sent from the account at the provider to a connected one. */
export interface TransferAsk {
  /** Our reference, unique for each transfer, and the idempotency key. */
  reference: string;
  /** The connected account. */
  destination: string;
  money: Money;
}

/** The current state of a transfer at the provider. */
export interface ProviderTransfer {
  id: string;
  reference: string | null;
  destination: string | null;
  money: Money | null;
  /** `partly_reversed`: the provider has taken a part of the amount back. */
  state: 'sent' | 'reversed' | 'partly_reversed';
}

/** The provider has refused a transfer, and nothing was sent. The message is the provider's reason. */
export class TransferRefused extends Error {
  override readonly name = 'TransferRefused';
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
  /** Whether events can be verified. If not, payments are not noticed. */
  readonly hasEvents: boolean;
  /**
   * Creates a customer for the payer.
   * @param key idempotency key: the same key and payer within a day yield the same response
   * @returns the provider's id of the customer
   * @throws Unavailable
   */
  createCustomer(payer: Payer, key: string): Promise<string>;
  /**
   * Opens a session for a customer to set up a payment method.
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
   * Creates a page on which a payer pays once, by card or (in euros) by SEPA debit.
   * @param key idempotency key: the same key and request within a day yield the same page
   * @throws Unavailable
   */
  requestPayment(ask: PaymentAsk, key: string): Promise<{ sessionId: string; url: string }>;
  /** Reads a payment by the id of its page; null when there is none. @throws Unavailable */
  readPayment(sessionId: string): Promise<ProviderPayment | null>;
  /** Finds the page of a payment; null when there is none. @throws Unavailable */
  findSession(paymentId: string): Promise<string | null>;
  /** Closes an open page. Pages that are not open remain unchanged. @throws Unavailable */
  closePayment(sessionId: string): Promise<void>;
  /**
   * Sends money to a connected account, once for each reference within a day.
   * @returns the provider's id of the transfer
   * @throws TransferRefused; Unavailable when it is not known whether the transfer was made
   */
  sendTransfer(ask: TransferAsk): Promise<string>;
  /** Finds transfers by our reference. @throws Unavailable */
  findTransfers(reference: string): Promise<ProviderTransfer[]>;
  /** Reads a transfer; null when there is none. @throws Unavailable */
  readTransfer(id: string): Promise<ProviderTransfer | null>;
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
