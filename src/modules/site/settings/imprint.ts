import type { Site } from './site-settings.ts';

/** The company that operates the marketplace, by the settings of the server. Its name is empty while nobody has set it. */
export interface Operator {
  name: string;
  /** Street, postal code and city. */
  lines: readonly string[];
  vatNumber: string | null;
}

/** Whether there is an imprint: written by an administrator, otherwise the operator's name and address. */
export const hasImprint = ({ imprint }: Pick<Site, 'imprint'>, { name, lines }: Operator): boolean =>
  imprint !== '' || (name !== '' && lines.length > 0);

/** The text of the imprint; null while there is none. */
export function imprintOf(site: Pick<Site, 'imprint'>, operator: Operator): string | null {
  if (site.imprint !== '') return site.imprint;
  if (!hasImprint(site, operator)) return null;
  return [operator.name, ...operator.lines, operator.vatNumber].filter(Boolean).join('\n');
}
