import type { paths } from '@tributary/client';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useFormats } from '../../language/formats.ts';
import { Lines } from './brief.tsx';
import { useCampaignTexts } from './texts.ts';

type Board = paths['/v2/users/{user}/campaign-board/{offer}']['get'];

/** A campaign with the creator's participation and the rates of its rules. */
export type CampaignWithRules = Board['responses']['200']['content']['application/json'];
type Rule = CampaignWithRules['commission_rules'][number];

/** A rule may name a thousand products. */
const MAX_NAMES = 10;

/** What the creator earns from products, categories and customers with rates of their own. */
export function CommissionRules({ rules }: { rules: readonly Rule[] }) {
  const t = useCampaignTexts().rates;
  const wordsOf = useRuleWords();
  if (rules.length === 0) return null;
  return (
    <>
      <SectionTitle order={3} mt="lg" mb="xs">
        {t.title}
      </SectionTitle>
      <Lines of={rules.map((rule, index) => `${index + 1}. ${wordsOf(rule)}`)} />
      <Note mt="xs">{t.hint}</Note>
    </>
  );
}

function useRuleWords(): (rule: Rule) => string {
  const t = useCampaignTexts().rates;
  const { sharePaid } = useFormats();
  const listed = (names: readonly string[] = []) =>
    names.length > MAX_NAMES
      ? `${names.slice(0, MAX_NAMES).join(', ')} ${t.more(names.length - MAX_NAMES)}`
      : names.join(', ');
  return ({ categories, skus, customer, per_order: share }) => {
    const what = [listed(categories), listed(skus), customer === undefined ? '' : t.customers[customer]];
    return t.rule(what.filter((one) => one !== '').join(' · '), share > 0 ? sharePaid(share) : t.nothing);
  };
}
