import type { XmlElement } from '../../../platform/xml.ts';
import { type EInvoice, EN_16931 } from './e-invoice.ts';

const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** The elements that an Invoice and a CreditNote name differently. */
const ROOTS = {
  invoice: { name: 'Invoice', quantity: 'cbc:InvoicedQuantity' },
  creditNote: { name: 'CreditNote', quantity: 'cbc:CreditedQuantity' },
} as const;

/** An e-invoice in the syntax UBL 2.1 (CEN/TS 16931-3-2): an Invoice, or a CreditNote. The order of the elements is that of the schema. */
export function ublOf(invoice: EInvoice): XmlElement {
  const { name, quantity } = invoice.isCreditNote ? ROOTS.creditNote : ROOTS.invoice;
  const { currency, period, preceding, vat } = invoice;
  const amount = (element: string, value: string): XmlElement => [`cbc:${element}`, value, { currencyID: currency }];
  return [
    name,
    [
      ['cbc:CustomizationID', EN_16931],
      ['cbc:ID', invoice.number],
      ['cbc:IssueDate', invoice.issuedOn],
      invoice.isCreditNote ? null : ['cbc:DueDate', invoice.dueOn],
      [`cbc:${name}TypeCode`, invoice.type],
      optional('cbc:Note', invoice.note),
      ['cbc:DocumentCurrencyCode', currency],
      period && [
        'cac:InvoicePeriod',
        [
          ['cbc:StartDate', period.first],
          ['cbc:EndDate', period.last],
        ],
      ],
      preceding && [
        'cac:BillingReference',
        [
          [
            'cac:InvoiceDocumentReference',
            [
              ['cbc:ID', preceding.number],
              ['cbc:IssueDate', preceding.issuedOn],
            ],
          ],
        ],
      ],
      ['cac:AccountingSupplierParty', [partyElement(invoice.seller)]],
      ['cac:AccountingCustomerParty', [partyElement({ ...invoice.buyer, taxNumber: null })]],
      ['cac:Delivery', [['cbc:ActualDeliveryDate', invoice.suppliedOn]]],
      paymentElement(invoice),
      ['cac:PaymentTerms', [['cbc:Note', invoice.terms]]],
      [
        'cac:TaxTotal',
        [
          amount('TaxAmount', vat.amount),
          [
            'cac:TaxSubtotal',
            [
              amount('TaxableAmount', invoice.net),
              amount('TaxAmount', vat.amount),
              [
                'cac:TaxCategory',
                [
                  ['cbc:ID', vat.category],
                  optional('cbc:Percent', vat.percent),
                  optional('cbc:TaxExemptionReasonCode', vat.reasonCode),
                  optional('cbc:TaxExemptionReason', vat.reason),
                  taxScheme('VAT'),
                ],
              ],
            ],
          ],
        ],
      ],
      [
        'cac:LegalMonetaryTotal',
        [
          amount('LineExtensionAmount', invoice.net),
          amount('TaxExclusiveAmount', invoice.net),
          amount('TaxInclusiveAmount', invoice.total),
          amount('PayableAmount', invoice.total),
        ],
      ],
      ...invoice.lines.map(
        (line): XmlElement => [
          `cac:${name}Line`,
          [
            ['cbc:ID', line.id],
            optional('cbc:Note', line.note),
            [quantity, line.quantity, { unitCode: 'C62' }],
            amount('LineExtensionAmount', line.net),
            [
              'cac:Item',
              [
                ['cbc:Name', line.name],
                [
                  'cac:ClassifiedTaxCategory',
                  [['cbc:ID', vat.category], optional('cbc:Percent', vat.percent), taxScheme('VAT')],
                ],
              ],
            ],
            ['cac:Price', [amount('PriceAmount', line.price)]],
          ],
        ],
      ),
    ],
    {
      xmlns: `${NAMESPACE}${name}-2`,
      'xmlns:cac': `${NAMESPACE}CommonAggregateComponents-2`,
      'xmlns:cbc': `${NAMESPACE}CommonBasicComponents-2`,
    },
  ];
}

const optional = (name: string, value: string | null): XmlElement | null => (value === null ? null : [name, value]);

const taxScheme = (id: 'VAT' | 'TAX'): XmlElement => ['cac:TaxScheme', [['cbc:ID', id]]];

const taxRegistration = (number: string | null, scheme: 'VAT' | 'TAX'): XmlElement | null =>
  number === null ? null : ['cac:PartyTaxScheme', [['cbc:CompanyID', number], taxScheme(scheme)]];

function partyElement({ name, address, vatId, taxNumber, legalId }: EInvoice['seller']): XmlElement {
  return [
    'cac:Party',
    [
      [
        'cac:PostalAddress',
        [
          optional('cbc:StreetName', address.line1),
          optional('cbc:AdditionalStreetName', address.line2),
          optional('cbc:CityName', address.city),
          optional('cbc:PostalZone', address.postalCode),
          ['cac:Country', [['cbc:IdentificationCode', address.country]]],
        ],
      ],
      taxRegistration(vatId, 'VAT'),
      taxRegistration(taxNumber, 'TAX'),
      ['cac:PartyLegalEntity', [['cbc:RegistrationName', name], optional('cbc:CompanyID', legalId)]],
    ],
  ];
}

function paymentElement({ payment, number }: EInvoice): XmlElement | null {
  if (payment === null) return null;
  const bank: XmlElement | null =
    payment.bic === null ? null : ['cac:FinancialInstitutionBranch', [['cbc:ID', payment.bic]]];
  return [
    'cac:PaymentMeans',
    [
      ['cbc:PaymentMeansCode', payment.means],
      ['cbc:PaymentID', number],
      ['cac:PayeeFinancialAccount', [['cbc:ID', payment.iban], bank]],
    ],
  ];
}
