import { getDomainWithoutSuffix } from 'tldts';

/**
 * What looks like a Latin letter and stays itself under NFKD: Cyrillic, Greek, Armenian and phonetic
 * letters (the ones of Unicode's confusables.txt that spell the names below), and what is typed
 * instead of one. An i, an l and a 1 are one letter, for in many faces they are.
 */
const LOOKALIKES: Record<string, string> = {
  a: 'аαɑᴀ@4',
  b: 'вьß8',
  c: 'сϲ¢',
  d: 'ԁđ',
  e: 'еєεҽ℮ᴇ3',
  g: 'ɡ9',
  h: 'нһհ',
  j: 'ј',
  k: 'кκ',
  l: 'iıіιӏłǀɩɪʟ1!|',
  m: 'мʍᴍ',
  n: 'пηո',
  o: 'оοσօøөᴏ0',
  p: 'рρþᴘ',
  r: 'гʀя',
  s: 'ѕʂꜱ5$',
  t: 'тτŧᴛ7+',
  u: 'υսц',
  v: 'νѵ',
  w: 'ԝωш',
  x: 'хχ',
  y: 'уγүƴʏ',
};
const LATIN = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, others]) =>
    [...others].map((other) => [other, latin] as const),
  ),
);

/** As it looks: without case, accents and signs that nobody sees, lookalikes as what they look like. */
function looksLike(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '');
  return [...plain]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/** The words of a name, as they look; letters that stand apart ('R e m i t') are one word. */
function splitName(name: string): string[] {
  const words: string[] = [];
  let apart = '';
  for (const word of looksLike(name).match(/[\p{L}\p{N}]+/gu) ?? []) {
    if ([...word].length === 1) {
      apart += word;
      continue;
    }
    if (apart) words.push(apart);
    apart = '';
    words.push(word);
  }
  return apart ? [...words, apart] : words;
}

/** Words that speak for a platform, and say nothing of whose business it is. */
const OFFICIAL = new Set(
  [
    'account accounts admin administration administrator administrators alert alerts auth',
    'authentication billing compliance daemon fraud help helpdesk helpline hostmaster info invoice',
    'invoices invoicing mail mailer mailserver moderation moderator no noreply notice notification',
    'notifications notify official operator password passwords payment payments payout payouts',
    'postmaster privacy protection root secure security subscription support sysadmin verification',
    'verify webmaster',
  ].flatMap((line) => line.split(' ').map(looksLike)),
);
/** Words that may stand beside them and change nothing. */
const FILLING = new Set(
  [
    'a america and app apps at by care center centre co com company contact corp corporation',
    'customer customers de delivery department dept desk do eu europe for from global gmbh inc',
    'international io it legal limited llc ltd message messages net of on online operations org plc',
    'platform policy reply safety sender service services staff status system systems team tech',
    'technical the to trust uk update updates us usa user users via web www your',
  ].flatMap((line) => line.split(' ').map(looksLike)),
);

/** Nobody's business is called that, or has it in its name. */
const OWN = looksLike('remit');
const COINED = looksLike('paypal');
/** A word too: taken for the provider when nothing but official words stand beside it. */
const STRIPE = looksLike('stripe');

/**
 * Whether a sender's name could be taken for the platform, the host it runs on, its support or
 * security, or a payment provider. 'Harbor Security' is a business, 'Security team' is not.
 * @param appUrl where this installation is reached
 */
export function isPlatformName(name: string, appUrl: string): boolean {
  const { hostname } = new URL(appUrl);
  const host = {
    whole: joined(hostname),
    own: joined(getDomainWithoutSuffix(hostname) ?? hostname),
  };
  // A sign may stand for a letter ('$tripe'), or for nothing ('support@example.com', 'Help!').
  const lettersAlone = name.normalize('NFKD').replace(/[^\p{L}\p{M}\p{Cf}]/gu, ' ');
  return [name, lettersAlone].some((reading) => isOfficial(splitName(reading), host));
}

const joined = (name: string) => splitName(name).join('');

function isOfficial(spelled: string[], host: { whole: string; own: string }): boolean {
  const words = spelled.map((word) => withoutStrangeLetters(word, [OWN, COINED, STRIPE, host.own]));
  const letters = words.join('');
  if (letters.includes(COINED) || letters.includes(host.whole)) return true;
  const left = words.filter((word) => !OFFICIAL.has(word) && !FILLING.has(word));
  if (left.length === 0) return words.some((word) => OFFICIAL.has(word));
  if (words.some((word) => isBrand(word, OWN))) return true;
  const brands = [OWN, STRIPE, host.own];
  return (
    left.every((word) => brands.some((brand) => isBrand(word, brand))) ||
    brands.includes(left.join(''))
  );
}

/**
 * A word of Latin letters among which some letters of another script stand, whatever they look like
 * ('Ꭱemit'): the brand that it spells when each of those is taken for the brand's letter.
 */
function withoutStrangeLetters(word: string, brands: string[]): string {
  const letters = [...word];
  const strange = letters.filter((letter) => !isLatin(letter)).length;
  if (strange === 0 || strange * 2 > letters.length) return word;
  const spells = (brand: string) =>
    brand.length === letters.length &&
    letters.every((letter, at) => letter === brand[at] || !isLatin(letter));
  return brands.find(spells) ?? word;
}

const isLatin = (letter: string) => /[\p{Script=Latin}\p{N}]/u.test(letter);

/** The name itself, or grown together with official words: 'remitsupport'. */
function isBrand(word: string, brand: string): boolean {
  if (word === brand) return true;
  const rest = word.startsWith(brand)
    ? word.slice(brand.length)
    : word.endsWith(brand)
      ? word.slice(0, -brand.length)
      : undefined;
  return rest !== undefined && (OFFICIAL.has(rest) || FILLING.has(rest));
}
