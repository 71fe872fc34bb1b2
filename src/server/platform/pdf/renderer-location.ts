import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Files that stand beside this module: in the sources here, and when bundled in dist/server, where
 * the build puts `pdf-renderer.process.js` and the folders `templates` and `fonts`.
 */
function beside(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** The folder of the Typst template. */
export function templateFolder(): string {
  return beside('templates');
}

/**
 * The folder of the faces that the themes are set in and that other scripts fall back to, each in the
 * weights that the template names.
 */
export function fontFolder(): string {
  return beside('fonts');
}

/** How to start a renderer: bundled as it is, from the sources through the loader for TypeScript. */
export function rendererEntry(): { file: string; execArgv: string[] } {
  if (!import.meta.url.endsWith('.ts')) {
    return { file: beside('pdf-renderer.process.js'), execArgv: [] };
  }
  const loader = createRequire(import.meta.url).resolve('tsx');
  return {
    file: beside('pdf-renderer.process.ts'),
    execArgv: ['--import', pathToFileURL(loader).href],
  };
}
