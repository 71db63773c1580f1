/**
 * Writes the bill of materials (SBOM) of a release, CycloneDX as JSON: every package that package-lock.json holds and that is shipped,
 * on the server or in the console's page. Sends no request to a registry.
 *
 *   node deploy/sbom.mjs [file]     sbom.cdx.json unless given
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const file = process.argv[2] ?? 'sbom.cdx.json';
const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
const bill = JSON.parse(
  execFileSync('npm', args, {
    cwd: PROJECT,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    stdio: ['ignore', 'pipe', 'inherit'],
  }),
);
// `--omit=dev` of npm also drops packages that both a tool and the product need, so packages that only builds or tests need are
// removed here.
const isTool = ({ properties = [] }) =>
  properties.some((one) => one.name === 'cdx:npm:package:development' && one.value === 'true');
const tools = new Set(bill.components.filter(isTool).map((one) => one['bom-ref']));
bill.components = bill.components.filter((one) => !tools.has(one['bom-ref']));
bill.dependencies = bill.dependencies
  .filter(({ ref }) => !tools.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => !tools.has(one)) }));
// npm uses the name of the folder as that of the project.
Object.assign(bill.metadata.component, { name, version });
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
process.stderr.write(`${file}: ${bill.components.length} components of ${name} ${version}\n`);
