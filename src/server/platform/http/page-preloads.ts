import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The application's document with the files of the page that is asked for named in its head, so that
 * the browser fetches them with the application and not after it.
 * @param webDir folder of the build; one without a list of the pages' files changes nothing
 */
export function pagePreloads(webDir: string) {
  const list = join(webDir, 'page-files.json');
  const pages = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as Record<string, string[]>)
    : {};
  return (html: string, path: string): string => {
    const name = pageAt(path);
    const files = Object.hasOwn(pages, name) ? pages[name] : undefined;
    return files ? html.replace('</head>', () => `${files.map(link).join('')}</head>`) : html;
  };
}

/** '/' is the dashboard, '/invoices/12' an invoice; other pages are called as their address. */
function pageAt(path: string): string {
  const [, first = '', record] = path.split('/');
  if (first === '') return 'dashboard-page';
  return `${record ? first.replace(/s$/, '') : first}-page`;
}

const link = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;

/**
 * A customer's document with its call named in its head: the browser makes it together with the
 * program, and gives the program the answer. Whoever does not run the page does not call either, so
 * that visits and views are counted as if the program had asked.
 * @param path of the call in the contract
 */
export function preloadCall(html: string, path: string, id: string): string {
  if (id === '') return html;
  const address = `/api${path.replace('{id}', () => encodeURIComponent(id))}`;
  return html.replace(
    '</head>',
    () => `<link rel="preload" as="fetch" crossorigin href="${address}"></head>`,
  );
}
