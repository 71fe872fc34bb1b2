/**
 * What browsers of Safari's kind do before anything else. They have been seen to keep parts of an
 * abandoned sign-in, which then spoil the next one. Nothing here may keep a page from starting.
 */

/** Where a visitor from a search is led, and what notes in the tab that it has been done. */
export const FIX_ADDRESS = '/apple-google-fix';
const CLEANED = 'apple_google_cleaned';
/** What sign-in clients keep under way: the OAuth state, the code verifier and the nonce. */
const SIGN_IN_KEYS = [
  'oauth_state',
  'oauth_code_verifier',
  'oauth_nonce',
  'state',
  'code_verifier',
  'nonce',
];

/** The results pages of search engines; not their mail or sign-in, from which people come back. */
const SEARCH_ENGINES = [
  /^(www\.)?google\.[a-z]{2,3}(\.[a-z]{2})?$/,
  /^([a-z]+\.)?bing\.com$/,
  /^([a-z]{2,4}\.)?search\.yahoo\.(com|co\.jp)$/,
  /^([a-z]+\.)?duckduckgo\.com$/,
  /^((www|m)\.)?baidu\.com$/,
  /^((www|m)\.)?yandex\.[a-z]{2,3}(\.[a-z]{2})?$/,
  /^ya\.ru$/,
  /^(www\.)?(ecosia\.org|startpage\.com|qwant\.com|kagi\.com|mojeek\.com|sogou\.com)$/,
  /^search\.brave\.com$/,
  /^((m\.)?search|www)\.naver\.com$/,
];

/** Safari, and what is Safari underneath: every browser of an iPhone. */
export function isSafariType(userAgent: string): boolean {
  return /safari/i.test(userAgent) && !/chrom(e|ium)|android|edg\//i.test(userAgent);
}

/** Whether an address that a visitor came from is a search engine's. */
export function isSearchEngine(referrer: string): boolean {
  if (!URL.canParse(referrer)) return false;
  const { protocol, hostname } = new URL(referrer);
  return /^https?:$/.test(protocol) && SEARCH_ENGINES.some((engine) => engine.test(hostname));
}

/** As much of a window as the rule needs; a storage that is closed to us throws when it is read. */
export interface StartingWindow {
  readonly navigator: { readonly userAgent: string };
  readonly document: { readonly referrer: string };
  readonly location: { readonly pathname: string; replace(address: string): void };
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/**
 * The rule for every page on which somebody may sign in.
 * @returns true when the browser is being led away and the page need not start
 */
export function startUp(page: StartingWindow): boolean {
  if (!isSafariType(page.navigator.userAgent)) return false;
  try {
    if (
      isSearchEngine(page.document.referrer) &&
      page.sessionStorage.getItem(CLEANED) === null &&
      page.location.pathname !== FIX_ADDRESS
    ) {
      page.location.replace(FIX_ADDRESS);
      return true;
    }
  } catch {
    // Without a flag there is no telling whether this has been done: better not to lead in circles.
  }
  clearSignIn(page);
  return false;
}

/** What the page at FIX_ADDRESS does: clears, notes it and goes on to the front page. */
export function fixAndGoOn(page: StartingWindow): void {
  clearSignIn(page);
  try {
    page.sessionStorage.setItem(CLEANED, 'true');
  } catch {
    // The front page is then reached from here, which is no search engine: it stays there.
  }
  page.location.replace('/');
}

function clearSignIn(page: StartingWindow): void {
  for (const name of ['sessionStorage', 'localStorage'] as const) {
    try {
      for (const key of SIGN_IN_KEYS) page[name].removeItem(key);
    } catch {
      // A storage that is closed to us keeps nothing for us either.
    }
  }
}
