import type { DocumentTags } from '../platform/http/openapi.ts';

/** The tags of the API document in groups by role, each with the sections of the interface and of the reference that belong to it. */
export const TAGS: DocumentTags = {
  Everyone: {
    Access: ['Sessions', 'Access tokens', 'Second factor', 'Passkeys', 'Sign-up and recovery', 'OAuth'],
    Account: ['Own data', 'Notifications', 'Search', 'Work'],
    Teams: ['Teams', 'Invitations'],
  },
  Creators: {
    Links: ['Links', 'Deep linking', 'Imports'],
    'Creator campaigns': ['Creator campaigns', 'Advertisers for creators'],
    Media: ['User media', 'Store media', 'Influencers', 'Channels', 'Creator profiles'],
  },
  Stores: {
    Stores: ['Store management', 'Public pages'],
    Campaigns: ['Campaigns', 'Campaigns (offers)', 'Participants', 'Publications', 'Finding creators', 'Messages'],
    Orders: ['Orders', 'Explanations'],
    Products: ['Products'],
    Statistics: ['Statistics', 'Stats configuration', 'Clicks', 'Reports'],
  },
  Money: {
    Payments: ['Payments', 'Accounting', 'Orders, invoices, payments'],
    Payouts: ['Payouts'],
  },
  Programs: {
    Webhooks: ['Webhooks'],
    Platform: ['Platform', 'Sandboxes', 'Hooks', 'Reference lists', 'Assistants'],
  },
  Administrators: {
    Administration: ['Advertiser administration', 'Provisioning', 'Clients', 'Clients, users, misc'],
  },
};
