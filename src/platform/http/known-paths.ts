import type { FastifyInstance } from 'fastify';

/** The methods that each declared path answers. */
export interface KnownPaths {
  /** The methods of a request's address in alphabetical order; empty when no route has this path. */
  methodsOf(address: string): string[];
}

/**
 * Collects the paths of all routes that are added after it, so that a request for a known path with another method can be told from one
 * for an unknown path. Mounted folders (`/docs/*`) are left out: what lies in them is not known.
 */
export function collectPaths(app: FastifyInstance): KnownPaths {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', (route) => {
    if (route.url.includes('*')) return;
    const known = methods.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) known.add(method);
    methods.set(route.url, known);
  });
  let patterns: { pattern: RegExp; allowed: Set<string> }[] | null = null;
  return {
    methodsOf(address) {
      patterns ??= [...methods].map(([url, allowed]) => ({ pattern: patternOf(url), allowed }));
      const path = pathOf(address);
      const found = patterns.filter(({ pattern }) => pattern.test(path)).flatMap(({ allowed }) => [...allowed]);
      return [...new Set(found)].sort();
    },
  };
}

/** `/t/:key.js` as a pattern; a parameter is anything but a slash. */
function patternOf(url: string): RegExp {
  const parts = url.split(/:\w+/).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

function pathOf(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
