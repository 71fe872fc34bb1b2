/** How a program for Node is bundled by esbuild: the server, the sandbox, and what tests start. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

/**
 * What an install for production brings (`dependencies`): code for one system, the embedded database
 * and what is served as files. Every other package is a part of the bundle.
 */
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Packages that a library offers to use and that nobody has: it asks for them in vain, as before. */
const OPTIONAL = ['pg-native', 'bun:sqlite'];

/** Packages written for `require` find it, and the folder that they think they are in. */
const FOR_REQUIRE = `import { createRequire as createRequireForPackages } from 'node:module';
import { fileURLToPath as pathForPackages } from 'node:url';
const require = createRequireForPackages(import.meta.url);
const __filename = pathForPackages(import.meta.url);
const __dirname = pathForPackages(new URL('.', import.meta.url));`;

/** Options of esbuild. */
export const nodeBundle = {
  bundle: true,
  external: [...Object.keys(dependencies), ...OPTIONAL],
  banner: { js: FOR_REQUIRE },
  platform: 'node',
  target: 'node20',
  format: 'esm',
};
