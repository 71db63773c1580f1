import type { paths } from '@tributary/client';

export type CampaignBody = paths['/v2/stores/{store}/offers']['post']['requestBody']['content']['application/json'];

/**
 * The fields of a campaign that the form takes as they are, by their names in the API: the section and the control
 * that show them. Their texts are `plain` in `texts.en.ts`.
 */
export const PLAIN_FIELDS = {
  name: { section: 'words', control: 'line', maxLength: 255 },
  has_product_seeding: { section: 'deliverables', control: 'switch' },
  todo: { section: 'deliverables', control: 'lines' },
  approval_days: { section: 'deliverables', control: 'number' },
  attribution: { section: 'deliverables', control: 'choice' },
  attribution_window_days: { section: 'deliverables', control: 'number' },
} as const satisfies { [Name in keyof CampaignBody]?: PlainField };

interface PlainField {
  section: 'words' | 'deliverables';
  /** One line of text, a text with an entry on each line, a whole number or nothing, one of several words or nothing, or yes and no. */
  control: 'line' | 'lines' | 'number' | 'choice' | 'switch';
  maxLength?: number;
}

export type PlainName = keyof typeof PLAIN_FIELDS;

/** The form values: a flag for a switch, else the text. */
export type PlainDraft = {
  [Name in PlainName]: (typeof PLAIN_FIELDS)[Name]['control'] extends 'switch' ? boolean : string;
};

export const plainFields = Object.entries(PLAIN_FIELDS) as readonly [PlainName, PlainField][];

/** Makes a value for each plain field. */
export const mapPlain = <Value>(make: (name: PlainName, field: PlainField) => Value): Record<PlainName, Value> =>
  Object.fromEntries(plainFields.map(([name, field]) => [name, make(name, field)])) as Record<PlainName, Value>;

/** The entries of a text, without empty and repeated ones. */
export const linesOf = (text: string): string[] =>
  [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');

/** Converts the fields of a campaign to form values; of an empty one to the values of a new campaign. */
export const plainDraftOf = (offer: Partial<CampaignBody>): PlainDraft =>
  mapPlain((name, { control }) => {
    const value = offer[name];
    if (control === 'switch') return value ?? false;
    return Array.isArray(value) ? value.join('\n') : String(value ?? '');
  }) as PlainDraft;

/** Converts form values to the fields of a request body. */
export const plainBodyOf = (draft: PlainDraft): Pick<CampaignBody, PlainName> =>
  mapPlain((name, { control }) => {
    const value = draft[name];
    if (typeof value === 'boolean') return value;
    if (control === 'number') return value.trim() === '' ? null : Number(value);
    if (control === 'choice') return value === '' ? null : value;
    return control === 'lines' ? linesOf(value) : value.trim();
  }) as Pick<CampaignBody, PlainName>;
