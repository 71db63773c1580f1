import { createRoute } from '@tanstack/react-router';
import { readSort } from '../admin/components/list-search.ts';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { frameRoute } from '../shell/frame-route.tsx';

/** The filters of the list of tasks. */
interface WorkSearch {
  kind?: string;
  whose?: string;
  query?: string;
  sort?: string;
}

const text = (search: Record<string, unknown>, name: string) =>
  search[name] === undefined || search[name] === '' ? {} : { [name]: String(search[name]) };

const work = createRoute({
  getParentRoute: () => frameRoute,
  path: 'work',
  validateSearch: (search: Record<string, unknown>): WorkSearch => ({
    ...text(search, 'kind'),
    ...text(search, 'whose'),
    ...text(search, 'query'),
    ...readSort(search, ['task', 'whose', 'due']),
  }),
  component: lazyRouteComponent(() => import('./work-page.tsx'), 'WorkPage'),
});

/** The open tasks of the reader. */
export const workRoutes = [work] as const;
