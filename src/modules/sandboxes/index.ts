export { SANDBOX_PATH, sandboxAddresses, sandboxUrl } from './addresses.ts';
export { noteClock, noteFailure, noteUse, resumeAdvances } from './advance-clock.ts';
export { isBrowserOfOwner } from './browser-session.ts';
export { purgeSandboxes } from './delete-sandbox.ts';
export type {
  Pattern,
  SandboxDeps,
  SandboxEvent,
  SandboxFacts,
  SandboxHost,
  SandboxMail,
  SandboxRequest,
  TrafficPlan,
} from './host.ts';
export { type InnerToken, isKnownToken, MAX_KNOWN_TOKENS, noteTokens } from './known-tokens.ts';
export { SANDBOX_LIMITS } from './limits.ts';
export { sandboxRoutesV2 } from './routes.v2.ts';
export { findSandbox, type Sandbox, TEST_TOKEN_PREFIX } from './sandbox.ts';
export { readSandboxCookie } from './session-cookie.ts';
export { sandboxSessionRoutes } from './session-routes.v2.ts';
