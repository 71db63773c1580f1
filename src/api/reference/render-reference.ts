import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { resolveReferences } from '../../platform/http/resolve-references.ts';
import { type ApiDocument, sectionsOf } from './document.ts';
import { overviewPage, sectionPage } from './pages.ts';
import { SCRIPT } from './script.ts';
import { STYLESHEET } from './stylesheet.ts';

/** The path of the API reference. */
export const DOCS_PREFIX = '/docs';

const versioned = (path: string, content: string): string =>
  `${path}?v=${createHash('sha256').update(content).digest('hex').slice(0, 12)}`;
const STYLESHEET_URL = versioned(`${DOCS_PREFIX}/reference.css`, STYLESHEET);
const SCRIPT_URL = versioned(`${DOCS_PREFIX}/reference.js`, SCRIPT);

/** The pages of the API reference as HTML. */
export interface ReferencePages {
  /** The slugs of all pages; that of the overview is empty. */
  slugs(): readonly string[];
  /** Renders a page; null if no page has this slug. */
  page(slug: string): string | null;
}

/** Renders the pages from the routes of the application. Examples name the public address. */
export function renderReference(app: FastifyInstance, publicUrl: string): ReferencePages {
  let made: Parameters<typeof overviewPage>[0] | undefined;
  const read = () => {
    made ??= referenceOf(resolveReferences(app.swagger() as unknown as ApiDocument));
    return made;
  };
  const referenceOf = (document: ApiDocument) => {
    const files = { stylesheet: STYLESHEET_URL, script: SCRIPT_URL };
    return { document, sections: sectionsOf(document), files, prefix: DOCS_PREFIX, publicUrl };
  };
  return {
    slugs: () => ['', ...read().sections.map(({ slug }) => slug)],
    page: (slug) => {
      if (slug === '') return overviewPage(read());
      const section = read().sections.find((one) => one.slug === slug);
      return section === undefined ? null : sectionPage(read(), section);
    },
  };
}
