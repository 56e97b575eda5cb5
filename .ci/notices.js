/**
 * `node .ci/notices.js sbom.cdx.json`: prints the licences of everything that is shipped, by what the bill of materials
 * lists. Exit status 1 where a package has none, or the bill is empty.
 */
import { readdirSync, readFileSync } from 'node:fs';

const { components = [] } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const shipped = components.toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));

/** The texts that a package brings. Packages of other platforms are listed, and not installed. */
function textsOf({ name }) {
  try {
    const folder = `node_modules/${name}`;
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
    return files.map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim());
  } catch {
    return [];
  }
}

const without = [];
for (const component of shipped) {
  const { name, version, licenses = [] } = component;
  const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name);
  const texts = textsOf(component);
  if (names.length === 0 && texts.length === 0) without.push(`${name} ${version}`);
  console.log(`${'-'.repeat(80)}\n${name} ${version}: ${names.join(', ') || 'see below'}\n`);
  for (const text of texts) console.log(`${text}\n`);
}
if (shipped.length === 0 || without.length > 0) {
  console.error(`notices: no licence of ${without.join(', ') || 'anything: the bill is empty'}`);
  process.exitCode = 1;
}
