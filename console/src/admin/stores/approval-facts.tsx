import { Anchor, Group, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import type { ReactNode } from 'react';
import { useDomainsTexts } from '../../components/domains/texts.ts';
import { Fact } from '../../components/fact.tsx';
import { Note } from '../../components/note.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { countryName } from '../../language/codes.ts';
import { useFormats } from '../../language/formats.ts';
import { useReader } from '../../language/language.tsx';
import { useStoresTexts } from './texts.ts';

/** The approval of a store, with the facts for the decision. */
export type Approval =
  paths['/v2/admin/stores/{store}/approval']['get']['responses']['200']['content']['application/json'];

const TONES = { proven: 'good', consented: 'good', unproven: 'warning' } as const;
const VAT_TONES = { valid: 'good', invalid: 'bad', missing: 'neutral' } as const;

/** Who registered a store, its company, domains and rates, each with the result of its check. */
export function ApprovalFacts({ record }: { record: Approval }) {
  const { approval: t } = useStoresTexts();
  const { standings } = useDomainsTexts();
  const { day } = useFormats();
  const { language } = useReader();
  const { registered_by: person, billing, url, currency, vat_number_check: vat } = record;
  const street = [billing.street, [billing.postal_code, billing.city].filter(Boolean).join(' ')].filter(Boolean);
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} spacing="sm" m={0}>
      <Fact label={t.facts.person}>
        {person === null ? (
          t.facts.nobody
        ) : (
          <>
            <Anchor
              size="sm"
              renderRoot={(props) => (
                <Link {...props} to="/console/admin/people/$user" params={{ user: String(person.id) }} />
              )}
            >
              {person.name}
            </Anchor>
            <Checked
              text={person.email}
              tone={person.is_email_proven ? 'good' : 'warning'}
              word={person.is_email_proven ? t.facts.confirmed : t.facts.unconfirmed}
            />
          </>
        )}
      </Fact>
      <Fact label={t.facts.registered}>{day(record.registered_at)}</Fact>
      <Fact label={t.facts.market}>{`${countryName(billing.country, language)}, ${currency}`}</Fact>
      <Fact label={t.facts.site}>
        {url === null ? (
          t.facts.notGiven
        ) : (
          <Anchor size="sm" href={url} target="_blank" rel="noopener noreferrer nofollow">
            {url}
          </Anchor>
        )}
      </Fact>
      <Fact label={t.facts.company}>{billing.company_name || t.facts.notGiven}</Fact>
      <Fact label={t.facts.vat}>
        <Checked text={billing.vat_number} tone={VAT_TONES[vat]} word={t.facts.vatChecks[vat]} />
      </Fact>
      <Fact label={t.facts.address}>
        <Checked
          text={street.join(', ')}
          tone={billing.is_complete ? 'good' : 'warning'}
          word={billing.is_complete ? t.facts.complete : t.facts.incomplete}
        />
      </Fact>
      <Fact label={t.facts.domains}>
        {record.domains.map(({ id, host, standing }) => (
          <Checked key={id} text={host} tone={TONES[standing]} word={standings[standing]} />
        ))}
      </Fact>
      <Fact label={t.facts.rates}>
        <Rates record={record} />
      </Fact>
    </SimpleGrid>
  );
}

function Checked({
  text,
  tone,
  word,
}: {
  text: ReactNode;
  tone: 'good' | 'warning' | 'bad' | 'neutral';
  word: string;
}) {
  return (
    <Group gap={6}>
      {text !== '' && <span>{text}</span>}
      <StateBadge tone={tone}>{word}</StateBadge>
    </Group>
  );
}

/** The rates outside campaigns. Social networks have a line of their own if it differs. */
function Rates({ record: { rates } }: { record: Approval }) {
  const { approval: t } = useStoresTexts();
  const { money, sharePaid } = useFormats();
  const words = (rate: Approval['rates']['general']): string =>
    [
      rate?.invoice_cpc ? t.facts.perClick(money(rate.invoice_cpc.minor, rate.invoice_cpc.currency)) : '',
      rate?.invoice_cpo ? t.facts.perOrder(money(rate.invoice_cpo.minor, rate.invoice_cpo.currency)) : '',
      rate?.invoice_cpa ? t.facts.ofOrders(sharePaid(rate.invoice_cpa)) : '',
    ]
      .filter(Boolean)
      .join(', ');
  const [general, social] = [words(rates.general), words(rates.social)];
  const isPaid = [rates.general, rates.social].some(
    (rate) => rate?.invoice_cpc?.minor || rate?.invoice_cpa || rate?.invoice_cpo?.minor,
  );
  if (!isPaid) return t.facts.noRates;
  return (
    <>
      {general}
      {social !== '' && social !== general && (
        <Text size="sm" fw={600}>
          {t.facts.social(social)}
        </Text>
      )}
      <Note size="xs" fw={400}>
        {t.facts.ratesHint}
      </Note>
    </>
  );
}
