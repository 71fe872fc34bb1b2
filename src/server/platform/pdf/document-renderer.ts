import path from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { payCode } from './pay-code.ts';
import { fontFolder, templateFolder } from './renderer-location.ts';
import type { RenderJob } from './renderer-messages.ts';
import { svgPages } from './svg-pages.ts';

/** Layouts of the last few documents stay in memory: a preview differs from the last by one word. */
const KEPT_LAYOUTS = 6;

export type Rendered =
  | { type: 'pdf'; pdf: Uint8Array }
  | { type: 'svg'; pages: string[]; pageCount: number };

/** The Typst compiler with the template and fonts. Synchronous; lives in a renderer process. */
export function openDocumentRenderer(): (job: RenderJob) => Rendered {
  const folder = templateFolder();
  const compiler = NodeCompiler.create({
    workspace: folder,
    fontArgs: [{ fontPaths: [fontFolder()] }],
  });
  const assets = openAssets(compiler, path.join(folder, 'assets'));

  return (job) => {
    assets.put('pay.svg', job.payUrl && Buffer.from(payCode(job.payUrl)));
    for (const type of ['png', 'jpeg', 'svg']) {
      const name = `logo.${type}`;
      assets.put(name, job.logo?.name === name ? job.logo.bytes : undefined);
    }
    try {
      const compiled = compiler.compile({
        mainFilePath: path.join(folder, 'remit.typ'),
        inputs: { data: job.data },
      });
      const error = compiled.takeError();
      if (error || !compiled.result) {
        throw new Error(`No layout: ${JSON.stringify(error && compiler.fetchDiagnostics(error))}`);
      }
      const document = compiled.result;
      if (job.kind === 'pdf') {
        return {
          type: 'pdf',
          pdf: compiler.pdf(document, { creationTimestamp: job.createdAt, pdfTags: job.tagged }),
        };
      }
      return {
        type: 'svg',
        pages: svgPages(compiler.plainSvg(document), job.pages, job.paper),
        pageCount: document.numOfPages,
      };
    } finally {
      compiler.evictCache(job.quick ? KEPT_LAYOUTS : 0);
    }
  };
}

/** Pictures as files that only the compiler sees. Unchanged ones keep the layouts that use them. */
function openAssets(compiler: NodeCompiler, folder: string) {
  const present = new Map<string, Buffer>();
  return {
    put(name: string, bytes: Buffer | '' | undefined) {
      const file = path.join(folder, name);
      const before = present.get(name);
      if (!bytes) {
        if (before) compiler.unmapShadow(file);
        present.delete(name);
      } else if (!before?.equals(bytes)) {
        compiler.mapShadow(file, bytes);
        present.set(name, bytes);
      }
    },
  };
}
