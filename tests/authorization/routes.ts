import type { FastifyInstance } from 'fastify';

/** A route of the application. */
export interface Route {
  method: string;
  /** The path in the reference's form: `/v2/offers/{offer}`. */
  path: string;
  /** The name in the reference; null: not in the reference. */
  operationId: string | null;
  /** Whether only a session is accepted. */
  needsSession: boolean;
  /** The kind of body. */
  body: 'json' | 'form' | 'none';
}

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

interface Documented {
  operationId: string;
  'x-presence'?: string;
  requestBody?: { content: Record<string, unknown> };
}

/**
 * Returns all routes: those that the server answers, documented or not, and those that only the reference lists (the
 * redirect). HEAD belongs to its GET.
 */
export async function routesOf(app: FastifyInstance): Promise<Route[]> {
  const { paths } = (await app.inject('/openapi.json')).json() as { paths: Record<string, Record<string, Documented>> };
  const documented = new Map<string, Documented>(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${path}`, one] as [string, Documented]),
    ),
  );
  const shapes = new Set([...documented.keys()].map((name) => shapeOf(name)));
  const others = servedBy(app).filter((name) => !shapes.has(shapeOf(name)));
  return [...documented.keys(), ...others].sort(byPath).map((name) => {
    const [method, path] = name.split(' ') as [string, string];
    const { operationId = null, requestBody, 'x-presence': presence } = documented.get(name) ?? {};
    return { method, path, operationId, needsSession: presence === 'owner', body: bodyOf(requestBody) };
  });
}

/** The common form of two names of one route, because the server ignores the names of parameters. */
const shapeOf = (name: string): string => name.replaceAll(/\/?(?:\{[^/]*\}|\*)/g, '{}');

function bodyOf(requestBody: Documented['requestBody']): Route['body'] {
  if (requestBody === undefined) return 'none';
  return 'multipart/form-data' in requestBody.content ? 'form' : 'json';
}

const byPath = (a: string, b: string): number => {
  const [one, other] = [a, b].map((name) => name.split(' ').reverse().join(' ')) as [string, string];
  return one < other ? -1 : 1;
};

/** Parses the server's own tree of routes, a text with one line per path piece and four columns per level. */
function servedBy(app: FastifyInstance): string[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, piece, methods] = /^([│ ]*)[├└]── (\S*)(?: \((.+)\))?$/.exec(line) ?? [];
      if (indent === undefined || piece === undefined) return [];
      above.length = indent.length / 4;
      const path = (above.join('') + piece).replace(/^\/\//, '/').replace(/([^/])\*$/, '$1/*');
      // The console's built files exist only after a build.
      if (path.startsWith('/console/assets')) return [];
      above.push(piece);
      const names = (methods ?? '').split(', ').filter((method) => !['', 'HEAD', 'OPTIONS'].includes(method));
      return names.map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    });
}
