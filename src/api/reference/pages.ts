import { type Html, html } from '../../modules/site/index.ts';
import type { ApiDocument, ReferenceOperation, ReferenceSection } from './document.ts';
import { field, fields, prose } from './markup.ts';
import { SNIPPET_LANGUAGES, type SnippetLanguage, snippetsOf, TOKEN_PLACES } from './snippets.ts';

/** Addresses of the files of the pages. They change with the content. */
interface ReferenceFiles {
  stylesheet: string;
  script: string;
}

interface Reference {
  document: ApiDocument;
  sections: readonly ReferenceSection[];
  files: ReferenceFiles;
  prefix: string;
  /** The public address of the server. */
  publicUrl: string;
}

const LANGUAGES = Object.entries(SNIPPET_LANGUAGES) as [SnippetLanguage, string][];

/** The first page: the introduction, and every operation with a search. */
export function overviewPage(reference: Reference): string {
  const { document, sections, prefix } = reference;
  const content = html`<h1>API reference</h1>
<div class="text">${prose(document.info.description)}</div>
<h2 id="operations">Operations</h2>
<p><label for="search">Search by name or path</label><br><input id="search" type="search" autocomplete="off"> <span id="found" role="status" class="quiet"></span></p>
${sections.map(
  ({ name, slug, operations }) => html`<section class="listed"><h3><a href="${prefix}/${slug}">${name}</a></h3>
<ul class="operations">${operations.map(
    ({ id, method, path, summary = '' }) =>
      html`<li><a href="${prefix}/${slug}#${id}"><span class="method">${method}</span> <code>${path}</code></a> <span>${summary}</span></li>`,
  )}</ul></section>`,
)}`;
  return page(reference, { title: 'API reference', current: null, content });
}

/** The page of a section: each operation with its fields, its replies and examples. */
export function sectionPage(reference: Reference, { name, slug, operations }: ReferenceSection): string {
  const content = html`<h1>${name}</h1>
${controls}
<ul class="operations">${operations.map(
    ({ id, method, path, summary = '' }) =>
      html`<li><a href="#${id}"><span class="method">${method}</span> <code>${path}</code></a> <span>${summary}</span></li>`,
  )}</ul>
${operations.map((operation) => operationSection(operation, reference.publicUrl))}`;
  return page(reference, { title: name, current: slug, content });
}

/** The selection of the language, and the field for the token of the examples. Without scripts, all languages are shown. */
const controls = html`<form class="controls" hidden>
<fieldset><legend>Examples in</legend>${LANGUAGES.map(
  ([language, label], index) =>
    html`<label><input type="radio" name="language" value="${language}"${index === 0 && html` checked`}> ${label}</label> `,
)}</fieldset>
<p><label for="token">Token for the examples</label> <input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-hint">
<span id="token-hint" class="quiet">It is sent nowhere. A sandbox token (<code>trb_test_</code>) is kept until the tab is closed, any other until you leave the page.</span></p>
</form>`;

function operationSection(operation: ReferenceOperation, publicUrl: string): Html {
  const { id, method, path, summary = '', description, parameters, requestBody, responses = {}, isWebhook } = operation;
  const [body] = Object.entries(requestBody?.content ?? {});
  const shown = parameters.filter(({ in: place }) => place !== 'cookie');
  return html`<section class="operation">
<h2 id="${id}"><a href="#${id}">${summary}</a></h2>
<p class="address"><span class="method">${method}</span> <code>${path}</code></p>
<div class="text">${prose(description)}</div>
${
  shown.length > 0 &&
  html`<h3>Parameters</h3><ul class="fields">${shown.map(
    ({ name, in: place, schema = {}, required = false, description: text = schema.description }) =>
      field(name, schema, {
        isRequired: required,
        description: text === undefined ? `In the ${place}.` : `In the ${place}. ${text}`,
      }),
  )}</ul>`
}
${body !== undefined && html`<h3>Body <span class="quiet">${body[0]}</span></h3>${fields(body[1].schema ?? {})}`}
${!isWebhook && html`<h3>Example</h3>${Object.entries(snippetsOf(operation, publicUrl)).map(([language, code]) => snippet(id, language as SnippetLanguage, code))}`}
<h3>Replies</h3>
${Object.entries(responses).map(([status, { description: text = '', content = {} }]) => {
  const [type, { schema = {} } = {}] = Object.entries(content)[0] ?? [];
  const inside = fields(schema);
  const title = html`<code>${status}</code> ${text === 'Default Response' ? 'Success' : text} ${type !== undefined && html`<span class="quiet">${type}</span>`}`;
  return inside === null
    ? html`<p class="reply">${title}</p>`
    : html`<details class="reply"><summary>${title}</summary>${inside}</details>`;
})}
</section>`;
}

function snippet(id: string, language: SnippetLanguage, code: string): Html {
  // The script replaces the marked places with the reader's token.
  const parts = code.split(TOKEN_PLACES[language]);
  const label = SNIPPET_LANGUAGES[language];
  return html`<div class="snippet" data-language="${language}"><p><b>${label}</b> <button type="button" class="copy" hidden aria-label="Copy the ${label} example of ${id}">Copy</button></p>
<pre tabindex="0" role="group" aria-label="${label} example of ${id}"><code>${parts.map((part, index) => html`${index > 0 && html`<span data-token="${language}">${TOKEN_PLACES[language]}</span>`}${part}`)}</code></pre></div>`;
}

function page(
  { sections, files, prefix }: Reference,
  { title, current, content }: { title: string; current: string | null; content: Html },
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Tributary API</title>
<link rel="stylesheet" href="${files.stylesheet}">
<script src="${files.script}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="${prefix}">${mark} Tributary API</a>
<nav aria-label="Main"><a href="${prefix}#operations">Search</a> <a href="/openapi.json">OpenAPI document</a> <a href="/console">Console</a></nav>
</header>
<div class="columns">
<nav class="sections" aria-label="Sections"><ul><li><a href="${prefix}"${current === null && html` aria-current="page"`}>Overview</a></li>
${sections.map(({ name, slug }) => html`<li><a href="${prefix}/${slug}"${current === slug && html` aria-current="page"`}>${name}</a></li>`)}</ul></nav>
<main id="content" tabindex="-1">
${content}
</main>
</div>
</body>
</html>
`.text;
}

const mark = html`<svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0b6e79"/><g fill="none" stroke-linecap="round" stroke-width="3"><path d="M7 7c0 8 9 7 9 17" stroke="#7fd6d9"/><path d="M25 7c0 8-9 7-9 17" stroke="#fff"/><path d="M16 7v3" stroke="#b9eceb"/></g></svg>`;
