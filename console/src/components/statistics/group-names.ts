import { countryName } from '../../language/codes.ts';
import { useReader } from '../../language/language.tsx';
import type { BreakdownKind } from './names.ts';
import { useResultTexts } from './texts.ts';

/** The properties by their names in the API. */
export const BREAKDOWNS = {
  sources: 'source',
  countries: 'country',
  devices: 'device',
  codes: 'code',
} as const satisfies Record<BreakdownKind, string>;

/** The names of the values of a property in the reader's language. */
export function useGroupNames(kind: BreakdownKind): (group: string | null) => string {
  const t = useResultTexts();
  const { language } = useReader();
  return (group) => {
    if (group === null) return t.without[kind];
    if (kind === 'countries') return countryName(group, language);
    const names: Readonly<Record<string, string>> =
      kind === 'sources' ? t.sources : kind === 'devices' ? t.devices : {};
    return names[group] ?? group;
  };
}
