import { toDecimalString } from '../../../platform/money.ts';
import type { AccountDetails } from '../payout-accounts/account-details.ts';
import { bankText } from './latin.ts';
import type { Payment, PaymentBatch } from './payment.ts';

export const PAIN_FORMATS = ['pain.001.001.03', 'pain.001.001.09'] as const;
export type PainFormat = (typeof PAIN_FORMATS)[number];

/** An element: its name and its content. Null content is left out. */
type Element = readonly [name: string, content: Content, attributes?: string];
type Content = string | readonly (Element | null)[];

/**
 * Writes payments as a customer credit transfer of ISO 20022. Payments in euros to an IBAN are SEPA credit transfers; others are a second block of
 * ordinary transfers with shared charges.
 * @param payments at least one, to bank accounts only
 */
export function painFile(format: PainFormat, batch: PaymentBatch, payments: readonly Payment[]): Buffer {
  const writer = writers[format];
  const isSepa = ({ to }: Payment) => to.method === 'iban' && batch.currency === 'EUR';
  const blocks = [
    { name: 'S', isSepa: true, payments: payments.filter(isSepa) },
    { name: 'X', isSepa: false, payments: payments.filter((payment) => !isSepa(payment)) },
  ].filter((block) => block.payments.length > 0);
  const document: Element = [
    'Document',
    [
      [
        'CstmrCdtTrfInitn',
        [
          [
            'GrpHdr',
            [
              ['MsgId', batch.messageId],
              ['CreDtTm', batch.createdAt.toISOString().slice(0, 19)],
              ...totals(batch, payments),
              ['InitgPty', [['Nm', bankText(batch.debtor.name, 70)]]],
            ],
          ],
          ...blocks.map((block): Element => paymentBlock(writer, batch, block)),
        ],
      ],
    ],
    `xmlns="urn:iso:std:iso:20022:tech:xsd:${format}"`,
  ];
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${written(document, 0)}`);
}

/** The differences between the versions. */
interface Writer {
  bic: 'BIC' | 'BICFI';
  day(day: string): Content;
}

const writers: Record<PainFormat, Writer> = {
  'pain.001.001.03': { bic: 'BIC', day: (day) => day },
  'pain.001.001.09': { bic: 'BICFI', day: (day) => [['Dt', day]] },
};

interface Block {
  name: string;
  isSepa: boolean;
  payments: readonly Payment[];
}

function paymentBlock(writer: Writer, batch: PaymentBatch, { name, isSepa, payments }: Block): Element {
  const { debtor } = batch;
  return [
    'PmtInf',
    [
      ['PmtInfId', `${batch.messageId}-${name}`],
      ['PmtMtd', 'TRF'],
      // Each payment is booked by itself, so that statements report its end-to-end id.
      ['BtchBookg', 'false'],
      ...totals(batch, payments),
      ['PmtTpInf', [['SvcLvl', [['Cd', isSepa ? 'SEPA' : 'NURG']]]]],
      ['ReqdExctnDt', writer.day(batch.executeOn)],
      ['Dbtr', [['Nm', bankText(debtor.name, 70)]]],
      ['DbtrAcct', [['Id', [['IBAN', debtor.iban]]]]],
      ['DbtrAgt', [['FinInstnId', debtor.bic === null ? NOT_PROVIDED : [[writer.bic, debtor.bic]]]]],
      ['ChrgBr', isSepa ? 'SLEV' : 'SHAR'],
      ...payments.map((payment): Element => transfer(writer, batch, payment)),
    ],
  ];
}

const NOT_PROVIDED: Content = [['Othr', [['Id', 'NOTPROVIDED']]]];

function transfer(writer: Writer, { currency, debtor }: PaymentBatch, payment: Payment): Element {
  const { endToEndId, amountMinor, to, address } = payment;
  const agent = agentOf(writer, to);
  return [
    'CdtTrfTxInf',
    [
      [
        'PmtId',
        [
          ['InstrId', endToEndId],
          ['EndToEndId', endToEndId],
        ],
      ],
      ['Amt', [['InstdAmt', toDecimalString({ minor: amountMinor, currency }), `Ccy="${currency}"`]]],
      agent === null ? null : ['CdtrAgt', [['FinInstnId', agent]]],
      [
        'Cdtr',
        [
          ['Nm', bankText(to.holder, 70)],
          [
            'PstlAdr',
            [
              ['StrtNm', bankText(address.street, 70)],
              ['PstCd', bankText(address.postalCode, 16)],
              ['TwnNm', bankText(address.city, 35)],
              ['Ctry', address.country],
            ],
          ],
        ],
      ],
      ['CdtrAcct', accountOf(to)],
      // The id is repeated, because some banks report no other field of a payment.
      ['RmtInf', [['Ustrd', bankText(`${endToEndId} ${debtor.name}`, 140)]]],
    ],
  ];
}

/** The payee's bank, by BIC or by the clearing system of the country. */
function agentOf({ bic }: Writer, to: AccountDetails): Content | null {
  const clearing = (system: string, member: string): Content => [
    [
      'ClrSysMmbId',
      [
        ['ClrSysId', [['Cd', system]]],
        ['MmbId', member],
      ],
    ],
  ];
  switch (to.method) {
    case 'iban':
      return to.bic === null ? null : [[bic, to.bic]];
    // Clearing numbers of the two giro systems.
    case 'bankgiro':
      return clearing('SESBA', '9900');
    case 'plusgiro':
      return clearing('SESBA', '9960');
    case 'uk':
      return clearing('GBDSC', to.sortCode);
    case 'us':
      return clearing('USABA', to.routing);
    default:
      throw new Error(`${to.method} is no account at a bank.`);
  }
}

function accountOf(to: AccountDetails): Content {
  switch (to.method) {
    case 'iban':
      return [['Id', [['IBAN', to.iban]]]];
    case 'bankgiro':
      return [
        [
          'Id',
          [
            [
              'Othr',
              [
                ['Id', to.number],
                ['SchmeNm', [['Prtry', 'BGNR']]],
              ],
            ],
          ],
        ],
      ];
    case 'us':
      return [
        ['Id', [['Othr', [['Id', to.number]]]]],
        ['Tp', [['Cd', to.type === 'savings' ? 'SVGS' : 'CACC']]],
      ];
    case 'plusgiro':
    case 'uk':
      return [
        [
          'Id',
          [
            [
              'Othr',
              [
                ['Id', to.number],
                ['SchmeNm', [['Cd', 'BBAN']]],
              ],
            ],
          ],
        ],
      ];
    default:
      throw new Error(`${to.method} is no account at a bank.`);
  }
}

function totals({ currency }: PaymentBatch, payments: readonly Payment[]): Element[] {
  const minor = payments.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n);
  return [
    ['NbOfTxs', String(payments.length)],
    ['CtrlSum', toDecimalString({ minor, currency })],
  ];
}

function written([name, content, attributes]: Element, depth: number): string {
  const indent = '  '.repeat(depth);
  const opening = attributes === undefined ? name : `${name} ${attributes}`;
  if (typeof content === 'string') return `${indent}<${opening}>${escaped(content)}</${name}>\n`;
  const inside = content.map((one) => (one === null ? '' : written(one, depth + 1))).join('');
  return `${indent}<${opening}>\n${inside}${indent}</${name}>\n`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
