import type { en } from './texts.en.ts';

/** The fields of a rule that its description uses. */
export interface WordedRule {
  type: 'allow' | 'block';
  url: string;
  keyword: string;
}

/** Describes a rule in a sentence; null for an empty rule. */
export function ruleInWords({ type, url, keyword }: WordedRule, { meaning }: (typeof en)['rules']): string | null {
  const what = coveredInWords(url.trim(), keyword.trim(), meaning);
  return what === null ? null : meaning[type](what);
}

function coveredInWords(url: string, keyword: string, meaning: (typeof en)['rules']['meaning']): string | null {
  if (url === '') return keyword === '' ? null : meaning.word(keyword);
  const bare = url.replace(/^https?:\/\//, '');
  const place = /^[^/]+\/?$/.test(bare) ? meaning.host(bare.replace(/\/$/, '')) : meaning.place(bare);
  return keyword === '' ? place : meaning.both(place, keyword);
}
