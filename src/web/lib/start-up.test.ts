import { describe, expect, test } from 'vitest';
import { FIX_ADDRESS, fixAndGoOn, isSafariType, isSearchEngine, startUp } from './start-up.ts';

const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15';
const IPHONE_CHROME =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/135.0.7049.83 Mobile/15E148 Safari/604.1';
const OTHERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/135.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/135.0.0.0 Safari/537.36 Edg/135.0.0.0',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/135.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:137.0) Gecko/20100101 Firefox/137.0',
  '',
];

function storage(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

function browser(userAgent: string, referrer = '', pathname = '/') {
  const underWay = {
    oauth_state: 'a',
    oauth_code_verifier: 'b',
    oauth_nonce: 'c',
    state: 'd',
    code_verifier: 'e',
    nonce: 'f',
    'remit-theme': 'dark',
  };
  const led: string[] = [];
  return {
    led,
    navigator: { userAgent },
    document: { referrer },
    location: { pathname, replace: (address: string) => void led.push(address) },
    sessionStorage: storage(underWay),
    localStorage: storage(underWay),
  };
}

const left = (page: ReturnType<typeof browser>) => [
  [...page.sessionStorage.kept.keys()],
  [...page.localStorage.kept.keys()],
];

test('Safari and the browsers that are Safari underneath are known by their names', () => {
  expect([SAFARI, IPHONE_CHROME].map(isSafariType)).toEqual([true, true]);
  expect(OTHERS.filter(isSafariType)).toEqual([]);
});

test('a search engine is known by its results pages alone', () => {
  const engines = [
    'https://www.google.com/',
    'https://www.google.co.uk/search?q=invoices',
    'https://google.de/',
    'https://www.bing.com/',
    'https://duckduckgo.com/',
    'https://search.yahoo.com/',
    'https://uk.search.yahoo.com/',
    'https://yandex.com.tr/',
    'https://www.ecosia.org/search',
    'https://search.brave.com/',
  ];
  expect(engines.filter((address) => !isSearchEngine(address))).toEqual([]);
  const others = [
    '',
    'about:blank',
    'https://accounts.google.com/',
    'https://mail.google.com/',
    'https://mail.yahoo.com/',
    'https://google.com.evil.example/',
    'https://notgoogle.com/',
    'https://example.com/?from=https://www.google.com/',
  ];
  expect(others.filter(isSearchEngine)).toEqual([]);
});

describe('at the start of a page', () => {
  test('Safari from a search is led away once, and what it keeps is left to that page', () => {
    const page = browser(SAFARI, 'https://www.google.com/');
    expect(startUp(page)).toBe(true);
    expect(page.led).toEqual([FIX_ADDRESS]);
    expect(page.sessionStorage.kept.has('oauth_state')).toBe(true);
    page.sessionStorage.setItem('apple_google_cleaned', 'true');
    expect(startUp(page)).toBe(false);
    expect(page.led).toEqual([FIX_ADDRESS]);
  });

  test('other visits by Safari clear what an old sign-in has left, and nothing else', () => {
    const page = browser(SAFARI, 'https://example.com/');
    expect(startUp(page)).toBe(false);
    expect(page.led).toEqual([]);
    expect(left(page)).toEqual([['remit-theme'], ['remit-theme']]);
  });

  test('other browsers keep everything, wherever they come from', () => {
    for (const name of OTHERS) {
      const page = browser(name, 'https://www.google.com/');
      expect(startUp(page)).toBe(false);
      expect(page.led).toEqual([]);
      expect(page.localStorage.kept.size).toBe(7);
    }
  });

  test('a storage that is closed stops neither the page nor the clearing of the other', () => {
    const page = browser(SAFARI, 'https://www.google.com/');
    const closed = Object.defineProperty({ ...page }, 'sessionStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
    expect(startUp(closed)).toBe(false);
    expect(page.led).toEqual([]);
    expect([...page.localStorage.kept.keys()]).toEqual(['remit-theme']);
    fixAndGoOn(closed);
    expect(page.led).toEqual(['/']);
  });
});

test('the page in between clears, notes it and goes on to the front page', () => {
  const page = browser(SAFARI, 'https://www.google.com/', FIX_ADDRESS);
  fixAndGoOn(page);
  expect(page.led).toEqual(['/']);
  expect(left(page)).toEqual([['remit-theme', 'apple_google_cleaned'], ['remit-theme']]);
  expect(startUp(browser(SAFARI, 'https://www.google.com/', FIX_ADDRESS))).toBe(false);
});
