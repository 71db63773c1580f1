import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A page of the console, as the routes declare it. */
export interface PageRoute {
  /** The whole path, with `$name` for parameters. */
  path: string;
  /** The module of the page; null if it is loaded with the program. */
  module: string | null;
  /** The name under which the module exports the page's component. */
  component: string;
  /** Whether the page is inside the frame, which needs a session. */
  isFramed: boolean;
}

/** Where the routes are declared: `routes.tsx` of each section, and the router itself. */
const ROUTE_FILE = /(?:^|\/)(?:routes|router)\.tsx$/;

const PATH = /\bpath: '([^']+)'/;
const PARENT = /getParentRoute: \(\) => (rootRoute|frameRoute)\b/;
const COMPONENT = /component: (?:lazyRouteComponent\(\(\) => import\('([^']+)'\), '(\w+)'|(\w+Page)\b)/;

/**
 * Reads the pages from the declarations of the routes, because the build has to know which files a path loads.
 * @param source the folder `console/src`
 * @throws Error when a route is declared in another form, because no budget would apply to its page
 */
export function readRoutes(source: string): PageRoute[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => ROUTE_FILE.test(file));
  return files.flatMap((file) => {
    const declarations = readFileSync(path.join(source, file), 'utf8')
      .split(/\bcreateRoute\(\{/)
      .slice(1);
    return declarations.map((declaration) => {
      const [own, parent] = [PATH, PARENT].map((pattern) => pattern.exec(declaration)?.[1]);
      const component = COMPONENT.exec(declaration);
      if (own === undefined || parent === undefined || component === null)
        throw new Error(`${file}: a route needs a parent, a path and a component in the usual form (bundle/routes.ts)`);
      const isFramed = parent === 'frameRoute';
      const below = isFramed ? `/console/${own === '/' ? '' : own}` : `/${own}`;
      const module = component[1] === undefined ? null : path.resolve(source, path.dirname(file), component[1]);
      return { path: below.replace(/\/$/, ''), module, component: (component[2] ?? component[3])!, isFramed };
    });
  });
}
