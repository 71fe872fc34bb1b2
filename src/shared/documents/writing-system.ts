import type { DocumentData } from './document-data.ts';

export type WritingSystem = Pick<DocumentData, 'lang' | 'dir' | 'han'>;

const SCRIPTS = {
  ar: /\p{Script=Arabic}/gu,
  he: /\p{Script=Hebrew}/gu,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  ko: /\p{Script=Hangul}/gu,
  th: /\p{Script=Thai}/gu,
  hi: /\p{Script=Devanagari}/gu,
  el: /\p{Script=Greek}/gu,
  ru: /\p{Script=Cyrillic}/gu,
};

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/**
 * Language and direction of a document, read from its texts: nobody is asked for them.
 * @param own texts of the business itself. Only these turn a page round: a letterhead in English
 *   stays left to right whoever the customer is.
 * @param others the customer's texts; they help to choose between Chinese, Japanese and Korean.
 */
export function detectWritingSystem(own: string[], others: string[]): WritingSystem {
  const text = own.join(' ');
  const all = `${text} ${others.join(' ')}`;
  const letters = count(text, /\p{L}/gu);
  const share = (pattern: RegExp) => (letters === 0 ? 0 : count(text, pattern) / letters);

  const kana = count(all, SCRIPTS.ja);
  const hangul = count(all, SCRIPTS.ko);
  const han = kana > 0 && kana >= hangul ? 'ja' : hangul > 0 ? 'ko' : 'zh';

  const [arabic, hebrew] = [share(SCRIPTS.ar), share(SCRIPTS.he)];
  if (arabic + hebrew > 0.5) return { lang: arabic >= hebrew ? 'ar' : 'he', dir: 'rtl', han };

  const eastAsian = share(SCRIPTS.ja) + share(SCRIPTS.ko) + share(/\p{Script=Han}/gu);
  if (eastAsian > 0.5) return { lang: han, dir: 'ltr', han };

  const lang = (['th', 'hi', 'el', 'ru'] as const).find((name) => share(SCRIPTS[name]) > 0.5);
  return { lang: lang ?? 'en', dir: 'ltr', han };
}
