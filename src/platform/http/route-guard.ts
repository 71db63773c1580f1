import type { FastifyInstance, RouteOptions } from 'fastify';

/**
 * Prevents the application from starting with a route that is not declared through `operation`, lacks a policy,
 * operation id, summary or response, or the scope and the presence of a write, or reuses the operation id of another route.
 * @param exceptPrefixes where third-party plugins mount static files, for example `/docs`
 */
export function guardRoutes(app: FastifyInstance, exceptPrefixes: readonly string[]): void {
  const routeByOperationId = new Map<string, string>();
  app.addHook('onRoute', (route) => {
    if (exceptPrefixes.some((prefix) => route.url === prefix || route.url.startsWith(`${prefix}/`))) return;
    const name = `${[route.method].flat().join(',')} ${route.url}`;
    const faults = faultsOf(route);
    // Fastify adds the HEAD route of a GET with the same declaration.
    const operationId = route.method === 'HEAD' ? undefined : route.config?.operation?.operationId;
    const other = operationId === undefined ? undefined : routeByOperationId.get(operationId);
    if (other !== undefined) faults.push(`has the operation id ${operationId} of ${other}`);
    if (faults.length > 0) throw new Error(`Route ${name} ${faults.join(', and ')}`);
    if (operationId !== undefined) routeByOperationId.set(operationId, name);
  });
}

function faultsOf({ config, schema }: RouteOptions): string[] {
  const facts = config?.operation;
  if (facts === undefined) return ['is not declared through operation()'];
  const { summary } = (schema ?? {}) as { summary?: string };
  const faults: string[] = [];
  if (!facts.policy) faults.push('declares no policy (`everyone` is one, too)');
  for (const name of facts.undeclared) faults.push(`declares no ${name}`);
  if (!facts.operationId) faults.push('declares no operation id');
  if (!summary) faults.push('declares no summary');
  if (!Object.keys(facts.documented).some((status) => Number(status) < 400)) faults.push('declares no reply');
  return faults;
}
