import type { XmlElement } from '../../../platform/xml.ts';
import { type EInvoice, EN_16931 } from './e-invoice.ts';

const NAMESPACE = 'urn:un:unece:uncefact:data:standard:';

/**
 * An e-invoice in the syntax CII D16B (CEN/TS 16931-3-3), as far as Factur-X's profile EN 16931 permits it. The order of the elements is that of the schema.
 */
export function ciiOf(invoice: EInvoice): XmlElement {
  const { vat, currency, payment, period, preceding } = invoice;
  return [
    'rsm:CrossIndustryInvoice',
    [
      ['rsm:ExchangedDocumentContext', [['ram:GuidelineSpecifiedDocumentContextParameter', [['ram:ID', EN_16931]]]]],
      [
        'rsm:ExchangedDocument',
        [
          ['ram:ID', invoice.number],
          ['ram:TypeCode', invoice.type],
          ['ram:IssueDateTime', [day('udt:DateTimeString', invoice.issuedOn)]],
          noteElement(invoice.note),
        ],
      ],
      [
        'rsm:SupplyChainTradeTransaction',
        [
          ...invoice.lines.map((line) => lineElement(line, vat)),
          [
            'ram:ApplicableHeaderTradeAgreement',
            [
              ['ram:SellerTradeParty', partyContent(invoice.seller)],
              ['ram:BuyerTradeParty', partyContent({ ...invoice.buyer, taxNumber: null })],
            ],
          ],
          [
            'ram:ApplicableHeaderTradeDelivery',
            [
              [
                'ram:ActualDeliverySupplyChainEvent',
                [['ram:OccurrenceDateTime', [day('udt:DateTimeString', invoice.suppliedOn)]]],
              ],
            ],
          ],
          [
            'ram:ApplicableHeaderTradeSettlement',
            [
              payment && ['ram:PaymentReference', invoice.number],
              ['ram:InvoiceCurrencyCode', currency],
              payment && [
                'ram:SpecifiedTradeSettlementPaymentMeans',
                [
                  ['ram:TypeCode', payment.means],
                  ['ram:PayeePartyCreditorFinancialAccount', [['ram:IBANID', payment.iban]]],
                  payment.bic === null
                    ? null
                    : ['ram:PayeeSpecifiedCreditorFinancialInstitution', [['ram:BICID', payment.bic]]],
                ],
              ],
              [
                'ram:ApplicableTradeTax',
                [
                  ['ram:CalculatedAmount', vat.amount],
                  ['ram:TypeCode', 'VAT'],
                  optional('ram:ExemptionReason', vat.reason),
                  ['ram:BasisAmount', invoice.net],
                  ['ram:CategoryCode', vat.category],
                  optional('ram:ExemptionReasonCode', vat.reasonCode),
                  optional('ram:RateApplicablePercent', vat.percent),
                ],
              ],
              period && [
                'ram:BillingSpecifiedPeriod',
                [
                  ['ram:StartDateTime', [day('udt:DateTimeString', period.first)]],
                  ['ram:EndDateTime', [day('udt:DateTimeString', period.last)]],
                ],
              ],
              [
                'ram:SpecifiedTradePaymentTerms',
                [
                  ['ram:Description', invoice.terms],
                  ['ram:DueDateDateTime', [day('udt:DateTimeString', invoice.dueOn)]],
                ],
              ],
              [
                'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
                [
                  ['ram:LineTotalAmount', invoice.net],
                  ['ram:TaxBasisTotalAmount', invoice.net],
                  ['ram:TaxTotalAmount', vat.amount, { currencyID: currency }],
                  ['ram:GrandTotalAmount', invoice.total],
                  ['ram:DuePayableAmount', invoice.total],
                ],
              ],
              preceding && [
                'ram:InvoiceReferencedDocument',
                [
                  ['ram:IssuerAssignedID', preceding.number],
                  ['ram:FormattedIssueDateTime', [day('qdt:DateTimeString', preceding.issuedOn)]],
                ],
              ],
            ],
          ],
        ],
      ],
    ],
    {
      'xmlns:rsm': `${NAMESPACE}CrossIndustryInvoice:100`,
      'xmlns:ram': `${NAMESPACE}ReusableAggregateBusinessInformationEntity:100`,
      'xmlns:qdt': `${NAMESPACE}QualifiedDataType:100`,
      'xmlns:udt': `${NAMESPACE}UnqualifiedDataType:100`,
    },
  ];
}

const optional = (name: string, value: string | null): XmlElement | null => (value === null ? null : [name, value]);

/** A day in the format 102: `YYYYMMDD`. */
const day = (name: string, iso: string): XmlElement => [name, iso.replaceAll('-', ''), { format: '102' }];

const noteElement = (note: string | null): XmlElement | null =>
  note === null ? null : ['ram:IncludedNote', [['ram:Content', note]]];

function lineElement(line: EInvoice['lines'][number], vat: EInvoice['vat']): XmlElement {
  return [
    'ram:IncludedSupplyChainTradeLineItem',
    [
      ['ram:AssociatedDocumentLineDocument', [['ram:LineID', line.id], noteElement(line.note)]],
      ['ram:SpecifiedTradeProduct', [['ram:Name', line.name]]],
      ['ram:SpecifiedLineTradeAgreement', [['ram:NetPriceProductTradePrice', [['ram:ChargeAmount', line.price]]]]],
      ['ram:SpecifiedLineTradeDelivery', [['ram:BilledQuantity', line.quantity, { unitCode: 'C62' }]]],
      [
        'ram:SpecifiedLineTradeSettlement',
        [
          [
            'ram:ApplicableTradeTax',
            [
              ['ram:TypeCode', 'VAT'],
              ['ram:CategoryCode', vat.category],
              optional('ram:RateApplicablePercent', vat.percent),
            ],
          ],
          ['ram:SpecifiedTradeSettlementLineMonetarySummation', [['ram:LineTotalAmount', line.net]]],
        ],
      ],
    ],
  ];
}

function partyContent({ name, address, vatId, taxNumber, legalId }: EInvoice['seller']): (XmlElement | null)[] {
  // VA: a VAT number; FC: the number of a tax office.
  const registration = (number: string | null, schemeID: 'VA' | 'FC'): XmlElement | null =>
    number === null ? null : ['ram:SpecifiedTaxRegistration', [['ram:ID', number, { schemeID }]]];
  return [
    ['ram:Name', name],
    legalId === null ? null : ['ram:SpecifiedLegalOrganization', [['ram:ID', legalId]]],
    [
      'ram:PostalTradeAddress',
      [
        optional('ram:PostcodeCode', address.postalCode),
        optional('ram:LineOne', address.line1),
        optional('ram:LineTwo', address.line2),
        optional('ram:CityName', address.city),
        ['ram:CountryID', address.country],
      ],
    ],
    registration(vatId, 'VA'),
    registration(taxNumber, 'FC'),
  ];
}
