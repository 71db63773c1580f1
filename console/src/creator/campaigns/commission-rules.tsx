import type { paths } from '@tributary/client';
import { Note } from '../../components/note.tsx';
import { useRuleWords } from '../../components/rates/rule-words.ts';
import { SectionTitle } from '../../components/section-title.tsx';
import { useFormats } from '../../language/formats.ts';
import { Lines } from './brief.tsx';
import { useCampaignTexts } from './texts.ts';

type Board = paths['/v2/users/{user}/campaign-board/{offer}']['get'];

/** A campaign with the creator's participation and the rates of its rules. */
export type CampaignWithRules = Board['responses']['200']['content']['application/json'];
type Rule = CampaignWithRules['commission_rules'][number];

/** The creator's earnings for products, categories and customers with special rates. */
export function CommissionRules({ rules }: { rules: readonly Rule[] }) {
  const t = useCampaignTexts().rates;
  const wordsOf = useRuleWords();
  const { money } = useFormats();
  const fixedOf = ({ per_order_fixed: fixed }: Rule) =>
    fixed === undefined || fixed.minor === 0 ? undefined : money(fixed.minor, fixed.currency);
  if (rules.length === 0) return null;
  return (
    <>
      <SectionTitle order={3} mt="lg" mb="xs">
        {t.title}
      </SectionTitle>
      <Lines of={rules.map((rule, index) => `${index + 1}. ${wordsOf(rule, rule.per_order, fixedOf(rule))}`)} />
      <Note mt="xs">{t.hint}</Note>
    </>
  );
}
