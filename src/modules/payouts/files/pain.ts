import { groupBy } from '../../../platform/group-by.ts';
import { toDecimalString } from '../../../platform/money.ts';
import { isSepaIban } from '../../../platform/sepa-countries.ts';
import { canBeLatin, toLatin } from '../../../platform/text/latin-letters.ts';
import { type XmlElement, xmlDocument } from '../../../platform/xml.ts';
import type { AccountDetails } from '../payout-accounts/account-details.ts';
import { bankText } from './latin.ts';
import type { Payment, PaymentBatch } from './payment.ts';

export const PAIN_FORMATS = ['pain.001.001.03', 'pain.001.001.09'] as const;
export type PainFormat = (typeof PAIN_FORMATS)[number];

type Content = XmlElement[1];

/**
 * Writes payments as a customer credit transfer of ISO 20022. Payments in euros within the SEPA scheme are SEPA credit transfers; others
 * are a second block of ordinary transfers with shared charges.
 * @param payments at least one, to bank accounts only
 */
export function painFile(format: PainFormat, batch: PaymentBatch, payments: readonly Payment[]): Buffer {
  const writer = writers[format];
  const blocks = groupBy(payments, (payment) => blockOf(batch, payment));
  const document: XmlElement = [
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
              ['InitgPty', [['Nm', debtorName(batch)]]],
            ],
          ],
          ...[...blocks].map(([id, of]): XmlElement => paymentBlock(writer, batch, { id, payments: of })),
        ],
      ],
    ],
    { xmlns: `urn:iso:std:iso:20022:tech:xsd:${format}` },
  ];
  return xmlDocument(document);
}

/**
 * The id of the block of a payment: SEPA credit transfers between accounts of the SEPA scheme, and all others. It is stored with the
 * payout, because reports of the bank name it.
 */
export function blockOf({ messageId, currency, debtor }: PaymentBatch, { to }: Payment): string {
  const isSepa = currency === 'EUR' && to.method === 'iban' && isSepaIban(to.iban) && isSepaIban(debtor.iban);
  return `${messageId}-${isSepa ? 'S' : 'X'}`;
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
  id: string;
  payments: readonly Payment[];
}

function paymentBlock(writer: Writer, batch: PaymentBatch, { id, payments }: Block): XmlElement {
  const { debtor } = batch;
  const isSepa = id.endsWith('-S');
  return [
    'PmtInf',
    [
      ['PmtInfId', id],
      ['PmtMtd', 'TRF'],
      // Each payment is booked by itself, so that statements report its end-to-end id.
      ['BtchBookg', 'false'],
      ...totals(batch, payments),
      ['PmtTpInf', [['SvcLvl', [['Cd', isSepa ? 'SEPA' : 'NURG']]]]],
      ['ReqdExctnDt', writer.day(batch.executeOn)],
      ['Dbtr', [['Nm', debtorName(batch)]]],
      ['DbtrAcct', [['Id', [['IBAN', debtor.iban]]]]],
      ['DbtrAgt', [['FinInstnId', debtor.bic === null ? NOT_PROVIDED : [[writer.bic, debtor.bic]]]]],
      ['ChrgBr', isSepa ? 'SLEV' : 'SHAR'],
      ...payments.map((payment): XmlElement => transfer(writer, batch, payment)),
    ],
  ];
}

const NOT_PROVIDED: Content = [['Othr', [['Id', 'NOTPROVIDED']]]];

function transfer(writer: Writer, { currency, debtor }: PaymentBatch, payment: Payment): XmlElement {
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
      ['Amt', [['InstdAmt', toDecimalString({ minor: amountMinor, currency }), { Ccy: currency }]]],
      agent === null ? null : ['CdtrAgt', [['FinInstnId', agent]]],
      [
        'Cdtr',
        [
          ['Nm', holderName(to)],
          ['PstlAdr', addressOf(address)],
        ],
      ],
      ['CdtrAcct', accountOf(to)],
      // The id is repeated, because some banks report no other field of a payment.
      ['RmtInf', [['Ustrd', bankText(`${endToEndId} ${bankText(debtor.name, 70)}`, 140)]]],
    ],
  ];
}

/** Accounts whose holder cannot be written are not in a run (payout-accounts/find-faults.ts). */
function holderName({ holder }: AccountDetails): string {
  if (!canBeLatin(holder)) throw new Error('The holder of an account cannot be written in Latin letters.');
  return bankText(holder, 70);
}

/** The bank knows its own customer, so this name may be missing. */
const debtorName = ({ debtor }: PaymentBatch): string => bankText(debtor.name, 70) || 'NOTPROVIDED';

/** The parts of an address that keep their letters. */
function addressOf({ street, postalCode, city, country }: Payment['address']): Content {
  const part = (name: string, text: string, max: number): XmlElement | null => {
    const isWhole = !/(?![A-Za-z0-9])[\p{L}\p{N}]/u.test(toLatin(text));
    const plain = isWhole ? bankText(text, max) : '';
    return /[A-Za-z0-9]/.test(plain) ? [name, plain] : null;
  };
  return [part('StrtNm', street, 70), part('PstCd', postalCode, 16), part('TwnNm', city, 35), ['Ctry', country]];
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

function totals({ currency }: PaymentBatch, payments: readonly Payment[]): XmlElement[] {
  const minor = payments.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n);
  return [
    ['NbOfTxs', String(payments.length)],
    ['CtrlSum', toDecimalString({ minor, currency })],
  ];
}
