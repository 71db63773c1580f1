import { Type } from 'typebox';
import { colour, currencyCode, list, nameSchemas, nullable, oneOf, text } from '../../../platform/http/fields.ts';

/** The formats that pages of plain text understand. */
const PLAIN = 'Plain text: an empty line separates paragraphs, and a line that begins with `# ` is a heading.';
const page = (what: string) => text({ max: 50_000, description: `${what} ${PLAIN} Empty: the page does not exist.` });

const fields = {
  name: Type.String({ minLength: 1, maxLength: 64, pattern: '\\S', description: 'The name of the marketplace.' }),
  accent: colour({
    description: 'The accent colour. Texts in this colour are made darker or lighter if they would be illegible.',
  }),
  introduction: text({
    max: 500,
    description: 'The sentences below the headline of the front page; empty: the default text.',
  }),
  terms: page('The terms of use, at `/terms`.'),
  privacy: page('The privacy notice, at `/privacy`.'),
  imprint: text({
    max: 50_000,
    description: `Who operates the marketplace, at \`/imprint\`. ${PLAIN} Empty: name and address of the operator’s settings.`,
  }),
};

export const SiteSettingsRecord = Type.Object({
  ...fields,
  logo_url: nullable(Type.String()),
  has_imprint: Type.Boolean({
    description: 'Whether the page of the imprint exists: from `imprint`, otherwise from the operator’s settings.',
  }),
});
export const SiteSettingsBody = Type.Partial(Type.Object(fields));

const address = (what: string) => nullable(Type.String({ description: `${what}; null: there is none.` }));

export const SiteRecord = Type.Object({
  name: Type.String(),
  logo_url: address('The logo'),
  accent: Type.String({ examples: ['#0b6e79'] }),
  terms_url: address('The page with the terms of use'),
  privacy_url: address('The page with the privacy notice'),
  imprint_url: address('The page that names the operator'),
  sign_up: oneOf(['open', 'invitation', 'closed'], {
    description:
      'Who may sign up as a creator or an agency: anybody, only people with the token of a campaign, or nobody.',
  }),
  store_registration: oneOf(['closed', 'approval', 'open'], { description: 'Who may register a store.' }),
  currencies: list(currencyCode(), { max: 200, description: 'The markets in which stores can register.' }),
});

nameSchemas({ SiteSettings: SiteSettingsRecord, SiteSettingsInput: SiteSettingsBody, Site: SiteRecord });
