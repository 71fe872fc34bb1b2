/**
 * Writes the software bill of materials, CycloneDX 1.5 in JSON, from what is installed:
 * `npm run sbom` to sbom.cdx.json, `npm run sbom -- FILE` elsewhere. Packages that npm marks as
 * development are listed too: what the browser runs is bundled from them.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkNodeVersion, root } from './project.mjs';

checkNodeVersion();

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const npm = process.env.npm_execpath;
const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
const asked = spawnSync(program, [...first, 'sbom', '--sbom-format', 'cyclonedx'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
if (asked.status !== 0) {
  console.error(asked.error?.message ?? asked.stderr);
  console.error('npm could not list what is installed. Run "npm ci" first.');
  process.exit(1);
}

const bill = JSON.parse(asked.stdout);
// npm calls the project by its folder, and a library.
bill.metadata.component = { ...bill.metadata.component, name, type: 'application' };
const file = resolve(process.argv[2] ?? join(root, 'sbom.cdx.json'));
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${name} ${version}: ${bill.components.length} packages, written to ${file}`);
