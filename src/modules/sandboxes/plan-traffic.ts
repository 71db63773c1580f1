import { InvalidInput } from '../../platform/errors/errors.ts';
import type { Pattern, SandboxDeps, TrafficPlan } from './host.ts';
import { hostOf, requireReady, type Sandbox } from './sandbox.ts';

export interface TrafficRequest {
  from: Date | null;
  days: number;
  clicks: number;
  orders: number;
  seed: number | null;
  pattern: Pattern;
  storeId: number | null;
}

/**
 * Plans traffic in a sandbox. Each click and order is created when the clock reaches its time, by the same use cases as in production.
 * @throws InvalidInput naming `from` or `orders`; RuleRefused `sandbox_busy`, `too_much_traffic`, `no_links`
 */
export async function planTraffic(
  deps: SandboxDeps,
  sandbox: Sandbox,
  { from: asked, seed: ownSeed, ...rest }: TrafficRequest,
): Promise<TrafficPlan & { id: number }> {
  const host = hostOf(deps);
  requireReady(sandbox);
  const from = asked ?? sandbox.clock;
  const seed = ownSeed ?? sandbox.seed;
  if (from < sandbox.clock)
    throw new InvalidInput({ from: [`Traffic cannot begin before the clock, ${sandbox.clock.toISOString()}.`] });
  if (rest.orders > rest.clicks) throw new InvalidInput({ orders: ['There cannot be more orders than clicks.'] });
  const plan = { from, seed, ...rest };
  return { id: await host.plan(sandbox.id, plan), ...plan };
}
