import { sandboxUrl } from './addresses.ts';
import type { SandboxEvent, SandboxMail, TrafficPlan } from './host.ts';
import type { Sandbox } from './sandbox.ts';

const DAY_MS = 86_400_000;

/** @param origin the beginning of the addresses of sandboxes */
export function presentSandbox(sandbox: Sandbox, origin: string) {
  const { clock, advance } = sandbox;
  return {
    id: sandbox.id,
    name: sandbox.name,
    shape: sandbox.shape,
    seed: sandbox.seed,
    owner_id: sandbox.ownerId,
    state: sandbox.state as 'making' | 'ready' | 'advancing',
    clock: clock.toISOString(),
    advance:
      advance === null
        ? null
        : {
            from: advance.from.toISOString(),
            to: advance.to.toISOString(),
            progress: (clock.getTime() - advance.from.getTime()) / (advance.to.getTime() - advance.from.getTime()),
          },
    failure: sandbox.failure,
    public_url: sandboxUrl(origin, sandbox.id),
    ids: sandbox.facts?.ids ?? {},
    stores: [...(sandbox.facts?.stores ?? [])],
    created_at: sandbox.createdAt.toISOString(),
    expires_at: sandbox.expiresAt.toISOString(),
    last_used_at: sandbox.lastUsedAt.toISOString(),
  };
}

export function presentTraffic({
  id,
  from,
  days,
  clicks,
  orders,
  seed,
  pattern,
  storeId,
}: TrafficPlan & { id: number }) {
  const until = new Date(from.getTime() + days * DAY_MS).toISOString();
  return { id, from: from.toISOString(), until, clicks, orders, seed, pattern, store_id: storeId };
}

export function presentMail({ id, to, subject, text, sentAt }: SandboxMail) {
  return { id, to, subject, text, sent_at: sentAt.toISOString() };
}

export function presentEvent({ id, type, version, subject, occurredAt, data }: SandboxEvent) {
  return { id, type, version, subject, occurred_at: occurredAt.toISOString(), data };
}
