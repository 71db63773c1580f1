import { createRoute } from '@tanstack/react-router';
import { readAuditSearch } from '../audit-log/search.ts';
import { readRange } from '../components/day-range.ts';
import { lazyRouteComponent } from '../components/lazy-part.tsx';
import { frameRoute } from '../shell/frame-route.tsx';
import {
  omitUndefined,
  readChoice,
  readCurrency,
  readDay,
  readId,
  readListSearch,
  readMonth,
} from './components/list-search.ts';
import type { MarketSearch } from './home/search.ts';
import { readCampaignsSearch, readLinksSearch, readOrdersSearch } from './market/search.ts';
import { OUTCOMES } from './reconciliation/entry.ts';
import { readVoidSearch, VOID_KINDS } from './voids/search.ts';

const KINDS = ['store', 'client', 'creator'] as const;

const home = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin',
  validateSearch: (search: Record<string, unknown>): MarketSearch => ({
    ...(search.from === undefined ? {} : readRange(search)),
    ...(typeof search.figure === 'string' && { figure: search.figure }),
    ...(typeof search.vs === 'string' && { vs: search.vs }),
  }),
  component: lazyRouteComponent(() => import('./home/home-page.tsx'), 'AdminHomePage'),
});

const people = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/people',
  validateSearch: (search: Record<string, unknown>) => ({
    ...readListSearch(search, ['username', 'email', 'created_at']),
    ...omitUndefined({
      role: readChoice(search.role, ['admin', 'advertiser', 'agency', 'creator']),
      state: readChoice(search.state, ['active', 'unverified', 'suspended']),
      client: readId(search.client),
      tag: readId(search.tag),
    }),
  }),
  component: lazyRouteComponent(() => import('./people/people-page.tsx'), 'PeoplePage'),
});

const person = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/people/$user',
  component: lazyRouteComponent(() => import('./people/person-page.tsx'), 'PersonPage'),
});

const clients = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/clients',
  validateSearch: (search: Record<string, unknown>) => readListSearch(search, ['name', 'client_id', 'created_at']),
  component: lazyRouteComponent(() => import('./agencies/agencies-page.tsx'), 'AgenciesPage'),
});

const client = createRoute({
  getParentRoute: () => frameRoute,
  // The parameter is not `$client`, which would select the agency as the current context.
  path: 'admin/clients/$agency',
  component: lazyRouteComponent(() => import('./agencies/agency-page.tsx'), 'AgencyPage'),
});

const stores = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/stores',
  validateSearch: (search: Record<string, unknown>) => ({
    ...readListSearch(search, ['name', 'created_at']),
    ...omitUndefined({
      state: readChoice(search.state, ['open', 'hidden', 'deactivated', 'incomplete', 'disputed']),
      approval: readChoice(search.approval, ['pending', 'approved', 'rejected']),
      market: readId(search.market),
    }),
  }),
  component: lazyRouteComponent(() => import('./stores/stores-page.tsx'), 'StoresPage'),
});

const store = createRoute({
  getParentRoute: () => frameRoute,
  // The parameter is not `$store`, which would select the store as the current context.
  path: 'admin/stores/$shop',
  component: lazyRouteComponent(() => import('./stores/store-page.tsx'), 'AdminStorePage'),
});

const campaigns = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/campaigns',
  validateSearch: readCampaignsSearch,
  component: lazyRouteComponent(() => import('./market/campaigns-page.tsx'), 'AllCampaignsPage'),
});

const orders = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/orders',
  validateSearch: readOrdersSearch,
  component: lazyRouteComponent(() => import('./market/orders-page.tsx'), 'AllOrdersPage'),
});

const links = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/links',
  validateSearch: readLinksSearch,
  component: lazyRouteComponent(() => import('./market/links-page.tsx'), 'AllLinksPage'),
});

const holds = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/holds',
  validateSearch: (search: Record<string, unknown>) => ({
    ...readListSearch(search, ['subject', 'created_at']),
    ...omitUndefined({ state: readChoice(search.state, ['current', 'released']) }),
  }),
  component: lazyRouteComponent(() => import('./holds/holds-page.tsx'), 'HoldsPage'),
});

const voids = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/voids',
  validateSearch: (search: Record<string, unknown>) => ({
    ...readListSearch(search, ['created_at']),
    ...omitUndefined({
      kind: readChoice(search.kind, VOID_KINDS),
      state: readChoice(search.state, ['current', 'undone']),
    }),
  }),
  component: lazyRouteComponent(() => import('./voids/voids-page.tsx'), 'VoidsPage'),
});

const newVoid = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/voids/new',
  validateSearch: readVoidSearch,
  component: lazyRouteComponent(() => import('./voids/new-void-page.tsx'), 'NewVoidPage'),
});

const balances = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/balances',
  validateSearch: (search: Record<string, unknown>) => ({
    ...readListSearch(search, ['payee', 'payable', 'held', 'paid', 'earned']),
    ...omitUndefined({
      kind: readChoice(search.kind, ['creator', 'client']),
      state: readChoice(search.state, ['payable', 'held', 'overpaid']),
    }),
  }),
  component: lazyRouteComponent(() => import('./balances/balances-page.tsx'), 'BalancesPage'),
});

const receivables = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/receivables',
  validateSearch: (search: Record<string, unknown>) => ({
    ...readListSearch(search, ['number', 'party', 'total', 'payment_date']),
    ...omitUndefined({ state: readChoice(search.state, ['unpaid', 'overdue', 'paid']) }),
  }),
  component: lazyRouteComponent(() => import('./receivables/receivables-page.tsx'), 'ReceivablesPage'),
});

const accounting = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/accounting',
  validateSearch: (search: Record<string, unknown>) => omitUndefined({ month: readMonth(search.month) }),
  component: lazyRouteComponent(() => import('./accounting/accounting-page.tsx'), 'AccountingPage'),
});

const dunning = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/dunning',
  validateSearch: (search: Record<string, unknown>) => ({
    ...readListSearch(search, ['number', 'payment_date', 'open', 'sent', 'next_on']),
    ...omitUndefined({ state: readChoice(search.state, ['waiting', 'blocked', 'paused']) }),
  }),
  component: lazyRouteComponent(() => import('./dunning/dunning-page.tsx'), 'DunningPage'),
});

const payouts = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/payouts',
  validateSearch: (search: Record<string, unknown>) => ({
    ...readListSearch(search, ['payee', 'available', 'held', 'in_run', 'paid']),
    ...omitUndefined({ state: readChoice(search.state, ['due', 'waiting']), currency: readCurrency(search.currency) }),
  }),
  component: lazyRouteComponent(() => import('./payouts/payouts-page.tsx'), 'PayoutsPage'),
});

const runs = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/runs',
  validateSearch: (search: Record<string, unknown>) => ({
    ...readListSearch(search, ['created_at', 'cut_off', 'total']),
    ...omitUndefined({ state: readChoice(search.state, ['draft', 'approved', 'exported', 'cancelled']) }),
  }),
  component: lazyRouteComponent(() => import('./runs/runs-page.tsx'), 'RunsPage'),
});

const newRun = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/runs/new',
  validateSearch: (search: Record<string, unknown>) =>
    omitUndefined({ currency: readCurrency(search.currency), cut_off: readDay(search.cut_off) }),
  component: lazyRouteComponent(() => import('./runs/new-run-page.tsx'), 'NewRunPage'),
});

const run = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/runs/$run',
  component: lazyRouteComponent(() => import('./runs/run-page.tsx'), 'RunPage'),
});

const reconciliation = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/reconciliation',
  validateSearch: (search: Record<string, unknown>) => ({
    ...readListSearch(search, ['read_at', 'party', 'amount']),
    ...omitUndefined({ outcome: readChoice(search.outcome, OUTCOMES) }),
  }),
  component: lazyRouteComponent(() => import('./reconciliation/reconciliation-page.tsx'), 'ReconciliationPage'),
});

const disputes = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/disputes',
  validateSearch: (search: Record<string, unknown>) => readListSearch(search, ['order_at', 'value']),
  component: lazyRouteComponent(() => import('./disputes/disputes-page.tsx'), 'DisputesPage'),
});

const settings = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/settings',
  component: lazyRouteComponent(() => import('./settings/marketplace-page.tsx'), 'MarketplacePage'),
});

const periods = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/periods',
  validateSearch: (search: Record<string, unknown>) => readListSearch(search, []),
  component: lazyRouteComponent(() => import('./periods/periods-page.tsx'), 'PeriodsPage'),
});

const period = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/periods/$month',
  validateSearch: (search: Record<string, unknown>) => ({
    ...readListSearch(search, []),
    ...omitUndefined({ kind: readChoice(search.kind, KINDS) }),
  }),
  component: lazyRouteComponent(() => import('./periods/period-page.tsx'), 'PeriodPage'),
});

const invoices = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/invoices',
  validateSearch: (search: Record<string, unknown>) => ({
    ...readListSearch(search, ['number', 'party', 'total', 'payment_date', 'month']),
    ...omitUndefined({
      kind: readChoice(search.kind, KINDS),
      state: readChoice(search.state, ['unpaid', 'overdue', 'paid']),
      month: readMonth(search.month),
    }),
  }),
  component: lazyRouteComponent(() => import('./invoices/invoices-page.tsx'), 'InvoicesPage'),
});

const system = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/system',
  component: lazyRouteComponent(() => import('./system/system-page.tsx'), 'SystemPage'),
});

const accountSettings = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/account-settings',
  component: lazyRouteComponent(() => import('./account-settings/account-settings-page.tsx'), 'AccountSettingsPage'),
});

const site = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/site',
  component: lazyRouteComponent(() => import('./site/site-page.tsx'), 'SitePage'),
});

const auditLog = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/audit-log',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('../audit-log/pages.tsx'), 'AdminAuditLogPage'),
});

const lists = createRoute({
  getParentRoute: () => frameRoute,
  path: 'admin/lists/$list',
  validateSearch: (search: Record<string, unknown>) => readListSearch(search, ['name', 'created_at']),
  component: lazyRouteComponent(() => import('./lists/list-page.tsx'), 'ListPage'),
});

export const adminRoutes = [
  ...([home, people, person, clients, client, stores, store, campaigns, orders, links] as const),
  ...([periods, period, invoices, balances, holds, voids, newVoid, disputes] as const),
  ...([receivables, dunning, payouts, runs, newRun, run, reconciliation, accounting] as const),
  ...([settings, system, lists, accountSettings, site, auditLog] as const),
] as const;
