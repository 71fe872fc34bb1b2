import {
  isMobileAppId,
  MOBILE_START_PATH,
  mobileAppId,
} from '../../src/shared/mobile/mobile-app.ts';

/** What one installation's app is made of. */
export interface MobileSettings {
  /** Such as com.example.remit. */
  appId: string;
  /** Under the icon. */
  appName: string;
  /** The installation that the app opens: an origin. */
  server: URL;
  /** Further hosts whose pages open inside the app: those of the sign-in provider. */
  signInHosts: string[];
  /** '1.4.0', as people see it. */
  version: string;
  /** What the stores compare: grows with every upload. */
  build: number;
  /** Apple's team that signs; undefined: chosen in Xcode. */
  appleTeam: string | undefined;
}

/** Settings that no app can be made of, in words, one a line. */
export class MobileSettingsError extends Error {}

/** RFC 1123, section 2.1. */
const HOST =
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
/** This machine, the one that an emulator runs on, and others of one's own network: numbers alone. */
const OF_DEVELOPMENT = /^(localhost|127\.0\.0\.1|10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2})$/;

/** What XML and the name under an icon have no place for: control characters, line breaks, half a pair. */
const NOT_SHOWN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/u;

/**
 * Reads the settings of the app; those of the server count where they say the same thing.
 * @param version of the product, for an app that names none of its own
 * @throws MobileSettingsError naming each setting that is missing or wrong
 */
export function readMobileSettings(
  source: Record<string, string | undefined>,
  version: string,
): MobileSettings {
  const given = (name: string) => source[name]?.trim() || undefined;
  const problems: string[] = [];

  const address = given('MOBILE_SERVER_URL') ?? given('APP_URL');
  const server = address === undefined ? undefined : originOf(address);
  if (address === undefined) {
    problems.push(
      'MOBILE_SERVER_URL (or APP_URL) must say which installation the app opens, such as https://remit.example.com',
    );
  } else if (!server) {
    problems.push(
      'MOBILE_SERVER_URL must be an https address without a path, such as https://remit.example.com (http only for a server of your own network, while developing)',
    );
  }

  const named = given('MOBILE_APP_ID');
  const appId = named ?? (server && mobileAppId(server.origin));
  if (named !== undefined && !isMobileAppId(named)) {
    problems.push('MOBILE_APP_ID must be such as com.example.invoices');
  } else if (server && appId === undefined) {
    problems.push(
      `MOBILE_APP_ID is needed: no app can be named after ${server.host}. Such as com.example.invoices`,
    );
  }

  const appName = given('MOBILE_APP_NAME') ?? 'Remit';
  if (appName.length > 30) problems.push('MOBILE_APP_NAME must have at most 30 characters');
  if (NOT_SHOWN.test(appName)) {
    problems.push('MOBILE_APP_NAME must be one line, without control characters');
  }

  const shown = given('MOBILE_VERSION') ?? version;
  if (!/^\d+(\.\d+){1,2}$/.test(shown)) problems.push('MOBILE_VERSION must be such as 1.4.0');
  const counted = given('MOBILE_BUILD') ?? '1';
  const build = Number(counted);
  if (!/^\d+$/.test(counted) || build < 1 || build > 2_100_000_000) {
    problems.push('MOBILE_BUILD must be a whole number from 1, larger with every upload');
  }

  const appleTeam = given('MOBILE_APPLE_TEAM');
  if (appleTeam !== undefined && !/^[A-Z0-9]{10}$/.test(appleTeam)) {
    problems.push('MOBILE_APPLE_TEAM must be the 10 characters of a team ID');
  }

  const issuer = given('OIDC_ISSUER');
  const hosts = (given('MOBILE_SIGN_IN_HOSTS') ?? '').split(/[\s,]+/).filter(Boolean);
  // The whole of a domain such as 'com' is nobody's to sign in at.
  let wrong = hosts.some(
    (host) => !HOST.test(host) || !(host.includes('.') || host === 'localhost'),
  );
  if (issuer && URL.canParse(issuer)) {
    const { hostname } = new URL(issuer);
    wrong ||= !HOST.test(hostname);
    hosts.unshift(hostname);
  }
  if (wrong) {
    problems.push(
      'MOBILE_SIGN_IN_HOSTS must be host names such as login.example.com, with a comma between',
    );
  }

  if (problems.length > 0 || !server || appId === undefined) {
    throw new MobileSettingsError(problems.join('\n'));
  }
  return {
    appId,
    appName,
    server,
    signInHosts: [...new Set(hosts.map((host) => host.toLowerCase()))].filter(
      (host) => host !== server.hostname,
    ),
    version: shown,
    build,
    appleTeam,
  };
}

/** Only https, but for a server that one develops against: the session travels over it. */
function originOf(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const plain = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  const safe =
    url.protocol === 'https:' || (url.protocol === 'http:' && OF_DEVELOPMENT.test(url.hostname));
  return plain && safe ? url : undefined;
}

/** The plugins that the app is built with; the web application calls no others. */
const PLUGINS = [
  '@capacitor/app',
  '@capacitor/browser',
  '@capacitor/file-viewer',
  '@capacitor/filesystem',
  '@capacitor/share',
  '@capacitor/splash-screen',
  '@capacitor/status-bar',
] as const;

/** Shown when the installation cannot be reached. */
export const ERROR_PAGE = 'error.html';

/** What the screens are compiled for: Vite's 'baseline-widely-available'. */
const OLDEST_WEBVIEW = 111;

/** Capacitor's own configuration. https://capacitorjs.com/docs/config */
export function capacitorConfig({ appId, appName, server, signInHosts }: MobileSettings) {
  return {
    appId,
    appName,
    webDir: 'www',
    loggingBehavior: 'debug',
    backgroundColor: '#FBFAF8',
    server: {
      url: server.origin,
      appStartPath: MOBILE_START_PATH,
      errorPath: ERROR_PAGE,
      cleartext: server.protocol === 'http:',
      // The bridge reaches into the pages of these hosts too: only ones that one signs in at.
      allowNavigation: signInHosts,
    },
    android: {
      minWebViewVersion: OLDEST_WEBVIEW,
      // The service worker asks the server itself; there is nothing of ours to put in between.
      resolveServiceWorkerRequests: false,
      adjustMarginsForEdgeToEdge: 'auto',
    },
    ios: {
      // Service workers, and scripts of the bridge, for our own pages and no others.
      limitsNavigationsToAppBoundDomains: true,
      preferredContentMode: 'mobile',
    },
    plugins: {
      SplashScreen: {
        // The application takes it away once it has something to show; this is for when it never does.
        launchShowDuration: 4_000,
        launchAutoHide: true,
        launchFadeOutDuration: 160,
        androidScaleType: 'CENTER_CROP',
        showSpinner: false,
      },
    },
    includePlugins: [...PLUGINS],
  };
}
