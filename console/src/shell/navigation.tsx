import {
  IconBuildingStore,
  IconCash,
  IconChartBar,
  IconCoins,
  IconFileInvoice,
  IconGavel,
  IconLayoutDashboard,
  IconLicense,
  IconLink,
  IconMessage,
  IconMessageReport,
  IconPlugConnected,
  IconPlus,
  IconSettings2,
  IconShoppingBag,
  IconSpeakerphone,
  IconTags,
  IconUserSearch,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { mayActForAgency, mayActForStore, type Place } from '../session/access.ts';
import type { Me } from '../session/use-me.ts';
import type { ShellTexts } from './texts.ts';

type PageLink = { to: string; params: Record<string, string> };

export interface NavigationItem {
  label: string;
  /** Only the pages that are always shown have one of their own. */
  icon?: TablerIcon;
  link: PageLink;
  exact: boolean;
}

/** Pages for one kind of task. */
export interface NavigationGroup {
  key: keyof ShellTexts['groups'];
  /** The heading. Without one, the pages are always shown. */
  label?: string;
  icon?: TablerIcon;
  items: NavigationItem[];
}

export interface NavigationSection {
  key: 'creator' | 'shop' | 'agency' | 'admin';
  label: string;
  groups: NavigationGroup[];
}

/** The pages of a section, in the order of its groups. */
export const itemsOf = ({ groups }: NavigationSection): NavigationItem[] => groups.flatMap(({ items }) => items);

/**
 * The sections of the console for a person, each with its pages. Of several stores or agencies, the one in the URL is shown,
 * otherwise the first.
 */
export function sectionsOf(me: Me, t: ShellTexts, place: Place): NavigationSection[] {
  const isAdmin = me.roles.includes('admin');
  const store = place.store !== undefined && mayActForStore(me, place.store) ? place.store : me.stores[0]?.id;
  const client = place.client !== undefined && mayActForAgency(me, place.client) ? place.client : me.clients[0]?.id;
  const sections: (NavigationSection | false)[] = [
    isAdmin && { key: 'admin', label: t.sections.admin, groups: adminGroups(t) },
    store !== undefined && { key: 'shop', label: t.sections.shop, groups: storeGroups(t, String(store)) },
    client !== undefined && { key: 'agency', label: t.sections.agency, groups: agencyGroups(t, String(client)) },
    me.roles.includes('creator') && { key: 'creator', label: t.sections.creator, groups: creatorGroups(t) },
  ];
  return sections.filter((section) => section !== false);
}

/** @param exact counts as the current page only at its very address, not below it */
const page = (
  label: string,
  to: NonNullable<LinkProps['to']>,
  params: Record<string, string> = {},
  exact = false,
): NavigationItem => ({ label, link: { to, params }, exact });

/** A page of daily work, which is always shown. */
const daily = (icon: TablerIcon, ...of: Parameters<typeof page>): NavigationItem => ({ icon, ...page(...of) });

function creatorGroups({ pages, groups }: ShellTexts): NavigationGroup[] {
  return [
    {
      key: 'daily',
      items: [
        daily(IconPlus, pages.creatorHome, '/console/creator', undefined, true),
        daily(IconTags, pages.products, '/console/creator/products'),
        daily(IconLink, pages.links, '/console/creator/links'),
        daily(IconSpeakerphone, pages.creatorCampaigns, '/console/creator/campaigns'),
        daily(IconLicense, pages.usageRights, '/console/creator/usage-rights'),
        daily(IconMessage, pages.messages, '/console/creator/messages'),
        daily(IconCoins, pages.creatorEarnings, '/console/creator/earnings'),
        daily(IconMessageReport, pages.claims, '/console/creator/claims'),
        daily(IconCash, pages.payouts, '/console/creator/payouts'),
      ],
    },
    {
      key: 'settings',
      label: groups.settings,
      icon: IconSettings2,
      items: [
        page(pages.profile, '/console/account'),
        page(pages.linkDomains, '/console/creator/domains'),
        page(pages.webhooks, '/console/creator/webhooks'),
      ],
    },
  ];
}

function storeGroups({ pages, groups }: ShellTexts, store: string): NavigationGroup[] {
  const at = { store };
  return [
    {
      key: 'daily',
      items: [
        daily(IconLayoutDashboard, pages.overview, '/console/shop/$store', at, true),
        daily(IconSpeakerphone, pages.campaigns, '/console/shop/$store/campaigns', at),
        daily(IconMessage, pages.messages, '/console/shop/$store/messages', at),
        daily(IconUserSearch, pages.findCreators, '/console/shop/$store/creators', at),
        daily(IconChartBar, pages.statistics, '/console/shop/$store/statistics', at),
        daily(IconShoppingBag, pages.orders, '/console/shop/$store/orders', at),
        daily(IconTags, pages.vouchers, '/console/shop/$store/vouchers', at),
        daily(IconMessageReport, pages.claims, '/console/shop/$store/claims', at),
        daily(IconGavel, pages.appeals, '/console/shop/$store/appeals', at),
        daily(IconFileInvoice, pages.invoices, '/console/shop/$store/invoices', at),
      ],
    },
    {
      key: 'integration',
      label: groups.integration,
      icon: IconPlugConnected,
      items: [
        page(pages.tracking, '/console/shop/$store/tracking', at),
        page(pages.productFeed, '/console/shop/$store/product-feed', at),
        page(pages.urlRules, '/console/shop/$store/url-rules', at),
        page(pages.webhooks, '/console/shop/$store/webhooks', at),
      ],
    },
    {
      key: 'settings',
      label: groups.settings,
      icon: IconSettings2,
      items: [
        page(pages.settings, '/console/shop/$store/settings', at),
        page(pages.team, '/console/shop/$store/team', at),
        page(pages.auditLog, '/console/shop/$store/audit-log', at),
      ],
    },
  ];
}

function agencyGroups({ pages, groups }: ShellTexts, client: string): NavigationGroup[] {
  const at = { client };
  return [
    {
      key: 'daily',
      items: [
        daily(IconLayoutDashboard, pages.overview, '/console/agency/$client', at, true),
        daily(IconUsersGroup, pages.creators, '/console/agency/$client/creators', at),
        daily(IconUserSearch, pages.findCreators, '/console/agency/$client/find-creators', at),
        daily(IconSpeakerphone, pages.campaigns, '/console/agency/$client/campaigns', at),
        daily(IconMessage, pages.messages, '/console/agency/$client/messages', at),
        daily(IconChartBar, pages.statistics, '/console/agency/$client/statistics', at),
        daily(IconCoins, pages.earnings, '/console/agency/$client/earnings', at),
        daily(IconCash, pages.payouts, '/console/agency/$client/payouts', at),
        daily(IconFileInvoice, pages.invoices, '/console/agency/$client/invoices', at),
      ],
    },
    {
      key: 'settings',
      label: groups.settings,
      icon: IconSettings2,
      items: [
        page(pages.team, '/console/agency/$client/team', at),
        page(pages.linkDomains, '/console/agency/$client/domains', at),
        page(pages.webhooks, '/console/agency/$client/webhooks', at),
      ],
    },
  ];
}

function adminGroups({ pages, groups }: ShellTexts): NavigationGroup[] {
  return [
    {
      key: 'daily',
      items: [daily(IconLayoutDashboard, pages.adminHome, '/console/admin', undefined, true)],
    },
    {
      key: 'market',
      label: groups.market,
      icon: IconBuildingStore,
      items: [
        page(pages.people, '/console/admin/people'),
        page(pages.clients, '/console/admin/clients'),
        page(pages.stores, '/console/admin/stores'),
        page(pages.findCreators, '/console/admin/creators'),
        page(pages.campaigns, '/console/admin/campaigns'),
        page(pages.orders, '/console/admin/orders'),
        page(pages.allLinks, '/console/admin/links'),
        page(pages.site, '/console/admin/site'),
      ],
    },
    {
      key: 'moneyIn',
      label: groups.moneyIn,
      icon: IconFileInvoice,
      items: [
        page(pages.periods, '/console/admin/periods'),
        page(pages.invoices, '/console/admin/invoices'),
        page(pages.receivables, '/console/admin/receivables'),
        page(pages.dunning, '/console/admin/dunning'),
        page(pages.reconciliation, '/console/admin/reconciliation'),
        page(pages.accounting, '/console/admin/accounting'),
      ],
    },
    {
      key: 'moneyOut',
      label: groups.moneyOut,
      icon: IconCash,
      items: [
        page(pages.balances, '/console/admin/balances'),
        page(pages.payouts, '/console/admin/payouts'),
        page(pages.runs, '/console/admin/runs'),
      ],
    },
    {
      key: 'trust',
      label: groups.trust,
      icon: IconGavel,
      items: [
        page(pages.disputes, '/console/admin/disputes'),
        page(pages.claims, '/console/admin/claims'),
        page(pages.appeals, '/console/admin/appeals'),
        page(pages.holds, '/console/admin/holds'),
        page(pages.voids, '/console/admin/voids'),
        page(pages.auditLog, '/console/admin/audit-log'),
      ],
    },
    {
      key: 'settings',
      label: groups.settings,
      icon: IconSettings2,
      items: [
        page(pages.settings, '/console/admin/settings'),
        page(pages.accountSettings, '/console/admin/account-settings'),
        page(pages.system, '/console/admin/system'),
      ],
    },
  ];
}
