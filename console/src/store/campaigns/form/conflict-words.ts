import { useCommonTexts } from '../../../components/texts.ts';
import { useCampaignTexts } from '../texts.ts';
import type { Draft } from './draft.ts';
import { mapPlain } from './plain-fields.ts';

/** The labels of the form's fields and their values as texts, for the dialog about conflicting changes. */
export function useConflictWords(users: readonly { id: number; name: string }[]): {
  labels: Record<keyof Draft & string, string>;
  show: (value: Draft[keyof Draft], field: keyof Draft & string) => string;
} {
  const { form: t, type, board } = useCampaignTexts();
  const { conflict } = useCommonTexts();
  const { pay, time, budget, who, words, plain } = t;
  const nameOf = (id: string) => users.find((user) => String(user.id) === id)?.name ?? `#${id}`;
  return {
    labels: {
      type: t.kind.title,
      title: words.heading,
      text: words.text,
      hashtags: words.hashtags,
      cpc: pay.click,
      cpa: pay.order,
      cpo: pay.fixed,
      cpoMode: pay.mode,
      minimumOrder: pay.minimum,
      hasSocial: pay.social,
      socialCpc: pay.socialClick,
      socialCpa: pay.socialOrder,
      socialCpo: pay.socialFixed,
      share: pay.share,
      bill: pay.bill,
      billOrder: pay.billOrder,
      billFixed: pay.billFixed,
      hasOnce: pay.once,
      sum: pay.sum,
      from: time.from,
      to: time.to,
      isPaused: time.paused,
      maxClicks: budget.clicks,
      maxMoney: budget.money,
      isEach: budget.forWhom,
      shared: budget.shared,
      sharedTitle: budget.sharedTitle,
      sharedAmount: budget.sharedAmount,
      userIds: who.users,
      tagIds: who.tags,
      groupIds: who.markets,
      clientIds: who.agencies,
      tierIds: who.tiers,
      emails: who.emails,
      socials: who.socials,
      questions: board.questions.title,
      ...mapPlain((name) => plain[name].label),
    },
    show: (value, field) => {
      if (field === 'type') return type[value as Draft['type']].name;
      if (field === 'cpoMode') return pay.modes[value as Draft['cpoMode']];
      if (field === 'isEach') return value === true ? budget.each : budget.inAll;
      if (field === 'questions') return (value as Draft['questions']).map(({ text }) => text).join('; ');
      if (typeof value === 'boolean') return value ? conflict.yes : conflict.no;
      return Array.isArray(value)
        ? (value as string[]).map(field === 'userIds' ? nameOf : (id) => `#${id}`).join(', ')
        : value;
    },
  };
}
