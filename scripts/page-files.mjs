/**
 * Notes what each page of the application is made of beside the document's own files, so that the
 * server can name it in the document's head: a page is then fetched together with the application
 * and not after it.
 */
const PAGE = /\/pages\/([a-z-]+-page)\.tsx$/;

export function pageFiles() {
  return {
    name: 'files-of-each-page',
    apply: 'build',
    generateBundle(_options, bundle) {
      const parts = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const app = parts.find((part) => part.isEntry && part.name === 'app');
      if (!app) return;
      const loaded = filesOf(app, bundle);
      const pages = {};
      for (const part of parts) {
        const [, name] = PAGE.exec(part.facadeModuleId ?? '') ?? [];
        if (name === undefined) continue;
        pages[name] = [...filesOf(part, bundle)].filter((file) => !loaded.has(file));
      }
      this.emitFile({
        type: 'asset',
        fileName: 'page-files.json',
        source: JSON.stringify(pages),
      });
    },
  };
}

/** A script with everything that it imports at once, and their styles. */
function filesOf(part, bundle) {
  const files = new Set();
  const waiting = [part.fileName];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (files.has(name)) continue;
    files.add(name);
    const { imports = [], viteMetadata } = bundle[name] ?? {};
    waiting.push(...imports);
    for (const style of viteMetadata?.importedCss ?? []) files.add(style);
  }
  return files;
}
