import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const WEB = 'dist/web';
const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
};

/** A document as it stands when it is finished, without anything that runs. */
export function withoutScripts(html: string): string {
  return html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '');
}

/** The barest server of finished documents, with the styles, faces and pictures of the build. */
export async function serveFinished(): Promise<{
  /** @returns where this document is served from now on */
  show(html: string): string;
  close(): Promise<void>;
}> {
  const documents: Buffer[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const document = documents[Number(/^\/finished-(\d+)$/.exec(pathname)?.[1] ?? -1)];
    if (document) {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'br',
      });
      response.end(document);
      return;
    }
    const file = join(WEB, pathname);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const packed = existsSync(`${file}.br`);
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      ...(packed ? { 'content-encoding': 'br' } : {}),
    });
    response.end(readFileSync(packed ? `${file}.br` : file));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  return {
    show(html) {
      documents.push(brotliCompressSync(withoutScripts(html)));
      return `http://127.0.0.1:${port}/finished-${documents.length - 1}`;
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
