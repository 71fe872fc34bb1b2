import { opensInMobileApp } from '../../../shared/mobile/mobile-app.ts';
import { withoutTrailing } from '../../../shared/text/without-trailing.ts';

/**
 * The screen that a link asks the mobile app for: a link of this installation, or one of the app's
 * own scheme, such as `com.example.remit://invoices/12`. Anybody can write such links, so only
 * screens are gone to.
 * @param origin of this installation
 * @returns path and query, or undefined when the link is none for the app
 */
export function screenOfLink(link: string, origin: string): string | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  if (web && url.origin !== origin) return undefined;
  // In `scheme://invoices/12` the first name is the host.
  const named = web || url.host === '' ? url.pathname : `/${url.host}${url.pathname}`;
  // Read once more as an address of ours: what climbs out of it shows.
  const path = `/${named.replace(/^\/+/, '')}`;
  const target = new URL(path, origin);
  const screen = withoutTrailing(target.pathname, '/') || '/';
  if (target.origin !== origin || !opensInMobileApp(screen)) return undefined;
  return screen + url.search;
}
