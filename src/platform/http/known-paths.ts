import type { FastifyInstance } from 'fastify';

/** The methods of each declared path. */
export interface KnownPaths {
  /** Returns the methods of an address in alphabetical order; empty when no route has this path. */
  methodsOf(address: string): string[];
}

/**
 * Collects the paths of all routes that are added later, to distinguish a wrong method (405) from an unknown path
 * (404). Mounted folders (`/docs/*`) are left out, because their contents are unknown.
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

/** Converts a path such as `/t/:key.js` to a pattern. A parameter matches anything but a slash. */
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
