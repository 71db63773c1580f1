export { noteClock, noteFailure, noteUse, resumeAdvances } from './advance-clock.ts';
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
export { SANDBOX_LIMITS } from './limits.ts';
export { sandboxUrl } from './present.ts';
export { sandboxRoutesV2 } from './routes.v2.ts';
export { findSandbox, SANDBOX_PATH, type Sandbox, TEST_TOKEN_PREFIX } from './sandbox.ts';
