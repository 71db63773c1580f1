import type { Page, PageRequest } from '../../platform/pagination.ts';
import type { SandboxAddresses } from './addresses.ts';

/** The initial content of a sandbox. `market`: the people, stores, campaigns and links of the demo. `empty`: an administrator only. */
export const SHAPES = ['market', 'empty'] as const;
export type Shape = (typeof SHAPES)[number];

export const PATTERNS = ['shoppers', 'click_farm', 'cookie_stuffing', 'order_squatting'] as const;
export type Pattern = (typeof PATTERNS)[number];

/** Ids in a sandbox that programs need, and the tracking keys of its stores. */
export interface SandboxFacts {
  ids: Record<string, number>;
  stores: readonly { id: number; name: string; tracking_key: string }[];
}

/** The data of a new sandbox. */
export interface SandboxRequest {
  id: string;
  shape: Shape;
  seed: number;
  clock: Date;
}

/** Traffic that is executed when the clock passes its time. */
export interface TrafficPlan {
  from: Date;
  days: number;
  clicks: number;
  orders: number;
  seed: number;
  pattern: Pattern;
  /** Only links of this store; null: of all stores. */
  storeId: number | null;
}

export interface SandboxMail {
  id: number;
  to: string;
  subject: string;
  text: string;
  sentAt: Date;
}

export interface SandboxEvent {
  id: number;
  type: string;
  version: number;
  subject: string;
  occurredAt: Date;
  data: Record<string, unknown>;
}

/**
 * Creates sandboxes and advances their clocks. Implemented where the application is assembled, because a sandbox is a whole
 * application.
 */
export interface SandboxHost {
  /** Where sandboxes are served. */
  addresses: SandboxAddresses;
  /**
   * Creates the database with its contents.
   * @returns tokens by role, which are not shown again
   * @throws Unavailable when the role may not create databases
   */
  make(request: SandboxRequest): Promise<{ facts: SandboxFacts; tokens: Record<string, string> }>;
  /** Removes everything that belongs to a sandbox. Missing parts are not an error. */
  remove(id: string): Promise<void>;
  /** Continues the advance that the sandbox's row requests, in the background, in one process at a time. */
  advance(id: string): void;
  /** Stores planned traffic. @returns its id @throws RuleRefused, NotFound */
  plan(id: string, plan: TrafficPlan): Promise<number>;
  /** Mails, newest first. */
  readInbox(id: string, page: PageRequest): Promise<Page<SandboxMail>>;
  /** Events, newest first. */
  readEvents(id: string, page: PageRequest): Promise<Page<SandboxEvent>>;
}

/** The dependencies of the routes and use cases of sandboxes. */
export interface SandboxDeps {
  /** Null inside of a sandbox, and if sandboxes cannot be created. */
  sandboxes: SandboxHost | null;
}
