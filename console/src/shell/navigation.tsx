import {
  IconBellRinging,
  IconBook2,
  IconBuildingBank,
  IconBuildingStore,
  IconCalendarStats,
  IconCash,
  IconChartBar,
  IconCoins,
  IconEraser,
  IconFileInvoice,
  IconGavel,
  IconHandStop,
  IconHeartbeat,
  IconHistory,
  IconLayoutDashboard,
  IconLink,
  IconLock,
  IconMessageReport,
  IconPlugConnected,
  IconReceipt2,
  IconReportMoney,
  IconRoute,
  IconRss,
  IconScale,
  IconSend,
  IconSettings,
  IconShoppingBag,
  IconSparkles,
  IconSpeakerphone,
  IconTags,
  IconUsers,
  IconUsersGroup,
  IconWallet,
  IconWebhook,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { mayActForAgency, mayActForStore, type Place } from '../session/access.ts';
import type { Me } from '../session/use-me.ts';
import type { ShellTexts } from './texts.ts';

type PageLink = { to: string; params?: Record<string, string> };

interface NavigationItem {
  label: string;
  icon: TablerIcon;
  link: PageLink;
  /** Counts as the current page only at its very address, not below it. */
  exact?: boolean;
}

export interface NavigationSection {
  key: 'creator' | 'shop' | 'agency' | 'admin';
  label: string;
  items: NavigationItem[];
}

/**
 * The sections of the console for a person, each with its pages. Of several stores or agencies, the one in the URL is shown,
 * otherwise the first.
 */
export function sectionsOf(me: Me, t: ShellTexts, place: Place): NavigationSection[] {
  const isAdmin = me.roles.includes('admin');
  const store = place.store !== undefined && mayActForStore(me, place.store) ? place.store : me.stores[0]?.id;
  const client = place.client !== undefined && mayActForAgency(me, place.client) ? place.client : me.clients[0]?.id;
  const sections: (NavigationSection | false)[] = [
    isAdmin && { key: 'admin', label: t.sections.admin, items: adminItems(t) },
    store !== undefined && { key: 'shop', label: t.sections.shop, items: storeItems(t, String(store)) },
    client !== undefined && { key: 'agency', label: t.sections.agency, items: agencyItems(t, String(client)) },
    me.roles.includes('creator') && { key: 'creator', label: t.sections.creator, items: creatorItems(t) },
  ];
  return sections.filter((section) => section !== false);
}

const creatorItems = ({ pages }: ShellTexts): NavigationItem[] => [
  { label: pages.creatorHome, icon: IconSparkles, link: linkOptions({ to: '/console/creator' }), exact: true },
  { label: pages.products, icon: IconTags, link: linkOptions({ to: '/console/creator/products' }) },
  { label: pages.links, icon: IconLink, link: linkOptions({ to: '/console/creator/links' }) },
  { label: pages.linkDomains, icon: IconWorld, link: linkOptions({ to: '/console/creator/domains' }) },
  { label: pages.creatorCampaigns, icon: IconSpeakerphone, link: linkOptions({ to: '/console/creator/campaigns' }) },
  { label: pages.creatorEarnings, icon: IconCoins, link: linkOptions({ to: '/console/creator/earnings' }) },
  { label: pages.claims, icon: IconMessageReport, link: linkOptions({ to: '/console/creator/claims' }) },
  { label: pages.payouts, icon: IconCash, link: linkOptions({ to: '/console/creator/payouts' }) },
  { label: pages.webhooks, icon: IconWebhook, link: linkOptions({ to: '/console/creator/webhooks' }) },
];

function storeItems({ pages }: ShellTexts, store: string): NavigationItem[] {
  const at = { params: { store } };
  return [
    { label: pages.overview, icon: IconLayoutDashboard, link: { to: '/console/shop/$store', ...at }, exact: true },
    { label: pages.campaigns, icon: IconSpeakerphone, link: { to: '/console/shop/$store/campaigns', ...at } },
    { label: pages.statistics, icon: IconChartBar, link: { to: '/console/shop/$store/statistics', ...at } },
    { label: pages.orders, icon: IconShoppingBag, link: { to: '/console/shop/$store/orders', ...at } },
    { label: pages.claims, icon: IconMessageReport, link: { to: '/console/shop/$store/claims', ...at } },
    { label: pages.appeals, icon: IconGavel, link: { to: '/console/shop/$store/appeals', ...at } },
    { label: pages.tracking, icon: IconPlugConnected, link: { to: '/console/shop/$store/tracking', ...at } },
    { label: pages.webhooks, icon: IconWebhook, link: { to: '/console/shop/$store/webhooks', ...at } },
    { label: pages.urlRules, icon: IconRoute, link: { to: '/console/shop/$store/url-rules', ...at } },
    { label: pages.productFeed, icon: IconRss, link: { to: '/console/shop/$store/product-feed', ...at } },
    { label: pages.invoices, icon: IconFileInvoice, link: { to: '/console/shop/$store/invoices', ...at } },
    { label: pages.team, icon: IconUsers, link: { to: '/console/shop/$store/team', ...at } },
    { label: pages.settings, icon: IconSettings, link: { to: '/console/shop/$store/settings', ...at } },
    { label: pages.auditLog, icon: IconHistory, link: { to: '/console/shop/$store/audit-log', ...at } },
  ];
}

function agencyItems({ pages }: ShellTexts, client: string): NavigationItem[] {
  const at = { params: { client } };
  return [
    { label: pages.creators, icon: IconUsersGroup, link: { to: '/console/agency/$client', ...at }, exact: true },
    { label: pages.campaigns, icon: IconSpeakerphone, link: { to: '/console/agency/$client/campaigns', ...at } },
    { label: pages.earnings, icon: IconCoins, link: { to: '/console/agency/$client/earnings', ...at } },
    { label: pages.payouts, icon: IconCash, link: { to: '/console/agency/$client/payouts', ...at } },
    { label: pages.invoices, icon: IconFileInvoice, link: { to: '/console/agency/$client/invoices', ...at } },
    { label: pages.linkDomains, icon: IconWorld, link: { to: '/console/agency/$client/domains', ...at } },
    { label: pages.webhooks, icon: IconWebhook, link: { to: '/console/agency/$client/webhooks', ...at } },
    { label: pages.team, icon: IconUsers, link: { to: '/console/agency/$client/team', ...at } },
  ];
}

const adminItems = ({ pages }: ShellTexts): NavigationItem[] => [
  { label: pages.adminHome, icon: IconLayoutDashboard, link: linkOptions({ to: '/console/admin' }), exact: true },
  { label: pages.people, icon: IconUsers, link: linkOptions({ to: '/console/admin/people' }) },
  { label: pages.clients, icon: IconUsersGroup, link: linkOptions({ to: '/console/admin/clients' }) },
  { label: pages.stores, icon: IconBuildingStore, link: linkOptions({ to: '/console/admin/stores' }) },
  { label: pages.periods, icon: IconCalendarStats, link: linkOptions({ to: '/console/admin/periods' }) },
  { label: pages.invoices, icon: IconReceipt2, link: linkOptions({ to: '/console/admin/invoices' }) },
  { label: pages.balances, icon: IconWallet, link: linkOptions({ to: '/console/admin/balances' }) },
  { label: pages.receivables, icon: IconReportMoney, link: linkOptions({ to: '/console/admin/receivables' }) },
  { label: pages.dunning, icon: IconBellRinging, link: linkOptions({ to: '/console/admin/dunning' }) },
  { label: pages.payouts, icon: IconCash, link: linkOptions({ to: '/console/admin/payouts' }) },
  { label: pages.runs, icon: IconSend, link: linkOptions({ to: '/console/admin/runs' }) },
  { label: pages.reconciliation, icon: IconBuildingBank, link: linkOptions({ to: '/console/admin/reconciliation' }) },
  { label: pages.accounting, icon: IconBook2, link: linkOptions({ to: '/console/admin/accounting' }) },
  { label: pages.disputes, icon: IconScale, link: linkOptions({ to: '/console/admin/disputes' }) },
  { label: pages.holds, icon: IconHandStop, link: linkOptions({ to: '/console/admin/holds' }) },
  { label: pages.claims, icon: IconMessageReport, link: linkOptions({ to: '/console/admin/claims' }) },
  { label: pages.appeals, icon: IconGavel, link: linkOptions({ to: '/console/admin/appeals' }) },
  { label: pages.voids, icon: IconEraser, link: linkOptions({ to: '/console/admin/voids' }) },
  { label: pages.settings, icon: IconSettings, link: linkOptions({ to: '/console/admin/settings' }) },
  { label: pages.site, icon: IconWorld, link: linkOptions({ to: '/console/admin/site' }) },
  { label: pages.accountSettings, icon: IconLock, link: linkOptions({ to: '/console/admin/account-settings' }) },
  { label: pages.auditLog, icon: IconHistory, link: linkOptions({ to: '/console/admin/audit-log' }) },
  { label: pages.system, icon: IconHeartbeat, link: linkOptions({ to: '/console/admin/system' }) },
];
