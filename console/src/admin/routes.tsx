import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../shell/frame-route.tsx';

const home = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin',
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'AdminHomePage'),
});

const people = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/people',
  component: lazyRouteComponent(() => import('./people-page.tsx'), 'PeoplePage'),
});

const person = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/people/$user',
  component: lazyRouteComponent(() => import('./person-page.tsx'), 'PersonPage'),
});

const clients = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/clients',
  component: lazyRouteComponent(() => import('./clients-page.tsx'), 'ClientsPage'),
});

const stores = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/stores',
  component: lazyRouteComponent(() => import('./stores-page.tsx'), 'StoresPage'),
});

const periods = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/periods',
  component: lazyRouteComponent(() => import('./periods-page.tsx'), 'PeriodsPage'),
});

const period = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/periods/$month',
  component: lazyRouteComponent(() => import('./period-page.tsx'), 'PeriodPage'),
});

const invoices = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/invoices',
  component: lazyRouteComponent(() => import('./invoices-page.tsx'), 'InvoicesPage'),
});

const system = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/system',
  component: lazyRouteComponent(() => import('./system-page.tsx'), 'SystemPage'),
});

export const adminRoutes = [home, people, person, clients, stores, periods, period, invoices, system] as const;
