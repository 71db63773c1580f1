/** The platforms whose exports are recognised. `other`: the caller names the columns. */
export const SOURCES = ['awin', 'adtraction', 'tradedoubler', 'rewardful', 'dub', 'other'] as const;
export type Source = (typeof SOURCES)[number];

/** An export of a platform. Columns are compared without case, spaces and punctuation: `Created at`, `created_at` and `createdAt` are equal. */
export interface Format<Field extends string> {
  source: Source;
  /** A file that has all of these columns is recognised as this export. */
  identifyingColumns: readonly string[];
  /** The decimal mark of its amounts, if it is known. */
  decimalMark?: '.' | ',';
  /** The columns of a field, the preferred one first. */
  columns: Partial<Record<Field, readonly string[]>>;
}

/** The fields that a kind of import reads from a row. */
export interface FileKind<Field extends string> {
  fields: readonly Field[];
  required: readonly Field[];
  /** More specific exports come first. */
  formats: readonly Format<Field>[];
}

/** Links of a creator. Which exports were compared with public documentation is listed in docs/guides/migration.md. */
export const LINK_FILES = {
  fields: ['url', 'title', 'tags'],
  required: ['url'],
  formats: [
    {
      source: 'dub',
      identifyingColumns: ['destinationurl'],
      columns: { url: ['destinationurl'], title: ['title'], tags: ['tags'] },
    },
    // Lists that creators keep themselves, mostly with tracking links of a network.
    {
      source: 'other',
      identifyingColumns: ['url'],
      columns: { url: ['url'], title: ['title', 'name'], tags: ['tags'] },
    },
    {
      source: 'other',
      identifyingColumns: ['link'],
      columns: { url: ['link'], title: ['title', 'name'], tags: ['tags'] },
    },
  ],
} as const satisfies FileKind<'url' | 'title' | 'tags'>;

/** Commissions of a creator or a store. */
export const COMMISSION_FILES = {
  fields: ['id', 'date', 'commission', 'sale', 'currency', 'status', 'order', 'partner'],
  required: ['id', 'date', 'commission'],
  formats: [
    {
      source: 'awin',
      identifyingColumns: ['id', 'commissionstatus', 'saleamount'],
      columns: {
        id: ['id'],
        date: ['date', 'transactiondate'],
        commission: ['commission', 'commissionamount'],
        sale: ['saleamount'],
        currency: ['currency', 'commissioncurrency'],
        status: ['commissionstatus'],
        order: ['extra', 'orderref', 'orderreference'],
        partner: ['advertisername', 'sitename'],
      },
    },
    {
      source: 'dub',
      identifyingColumns: ['id', 'earnings', 'createdat'],
      decimalMark: '.',
      columns: {
        id: ['id'],
        date: ['createdat'],
        commission: ['earnings'],
        sale: ['amount'],
        currency: ['currency'],
        status: ['status'],
        order: ['invoiceid'],
        partner: ['partnername', 'partnerid'],
      },
    },
    {
      source: 'tradedoubler',
      identifyingColumns: ['timeofevent', 'affiliatecommission'],
      columns: {
        id: ['transactionid', 'ordernr', 'leadnr'],
        date: ['timeofevent'],
        commission: ['affiliatecommission'],
        sale: ['ordervalue'],
        currency: ['currency'],
        status: ['pendingstatus'],
        order: ['ordernr', 'leadnr'],
        partner: ['programname', 'sitename'],
      },
    },
    {
      source: 'adtraction',
      identifyingColumns: ['transactiondate', 'transactionname', 'commission'],
      columns: {
        id: ['transactionid', 'uniqueid'],
        date: ['transactiondate'],
        commission: ['commission'],
        sale: ['ordervalue'],
        currency: ['currency'],
        status: ['transactionstatus', 'status'],
        order: ['orderid'],
        partner: ['programname', 'channelname'],
      },
    },
    {
      source: 'rewardful',
      identifyingColumns: ['id', 'amount', 'state', 'createdat'],
      columns: {
        id: ['id'],
        date: ['createdat'],
        commission: ['amount'],
        sale: ['saleamount'],
        currency: ['currency'],
        status: ['state'],
        order: ['saleid'],
        partner: ['affiliateemail', 'affiliate'],
      },
    },
  ],
} as const satisfies FileKind<'id' | 'date' | 'commission' | 'sale' | 'currency' | 'status' | 'order' | 'partner'>;

export type LinkField = (typeof LINK_FILES.fields)[number];
export type CommissionField = (typeof COMMISSION_FILES.fields)[number];
