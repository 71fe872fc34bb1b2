/** In UTF-16 units, which bound the work, and for the minimum in characters too. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** From so many characters on it is enough that a password is not trivial. */
const LONG = 12;
/**
 * Guesses that a password must take: a score of 3 for a shorter one, of 2 for a longer one. Compared
 * here, because the library's own score adds a little, and 8 random characters would never pass.
 */
const GUESSES = { short: 1e8, long: 1e6 };
/** What stands beside one's own name and address must be at least so long. */
const LEAST_OWN = 5;

export const PASSWORD_HINT = `At least ${LONG} characters, or ${PASSWORD_LENGTH.min} that are hard to guess: no common words or names alone. A short sentence works well.`;

const REASONS: Record<string, string> = {
  straightRow: 'Neighboring keys are easy to guess',
  keyPattern: 'Neighboring keys are easy to guess',
  simpleRepeat: 'Repetitions are easy to guess',
  extendedRepeat: 'Repetitions are easy to guess',
  sequences: 'Sequences such as “abc” or “123” are easy to guess',
  recentYears: 'Years are easy to guess',
  dates: 'Dates are easy to guess',
  topTen: 'This is one of the most common passwords',
  topHundred: 'This is one of the most common passwords',
  common: 'This is a common password',
  similarToCommon: 'This is similar to a common password',
  wordByItself: 'A single word is easy to guess',
  namesByThemselves: 'Names are easy to guess',
  commonNames: 'Names are easy to guess',
  userInputs: 'This is based on your name, your address or “Remit”',
};

/**
 * Why a new password cannot be used, in words; undefined when it can. Its length must be within
 * PASSWORD_LENGTH already. The lists of common passwords and words are loaded when they are needed: a
 * fifth of a second once, instead of 50 MiB in every server that nobody signs up at.
 * @param person address and name of whoever chooses it, as far as they are known
 */
export async function passwordWeakness(
  password: string,
  person: readonly string[] = [],
): Promise<string | undefined> {
  const given = password.normalize('NFC');
  const characters = [...given].length;
  if (characters < PASSWORD_LENGTH.min) {
    return `Choose a password of at least ${PASSWORD_LENGTH.min} characters`;
  }
  const personal = splitPersonalData(person);
  const isLong = characters >= LONG;
  const advice = isLong
    ? 'Add words that have nothing to do with it.'
    : `Use at least ${LONG} characters, such as a short sentence.`;
  const reason = (key: string | null) =>
    `${REASONS[key ?? ''] ?? 'This is easy to guess'}. ${advice}`;
  if (removePersonalData(given, personal).length < LEAST_OWN) return reason('userInputs');
  if (isSentence(given, personal)) return undefined;
  const { passwordStrength } = await loadPasswordLists();
  const { guesses, warning } = passwordStrength(given, personal);
  return guesses >= (isLong ? GUESSES.long : GUESSES.short) ? undefined : reason(warning);
}

/** Loads what judges passwords, ahead of its use. It is loaded once. */
export function loadPasswordLists() {
  return import('./password-strength.ts');
}

/** The parts of an address and a name that are worth a guess. */
function splitPersonalData(person: readonly string[]): string[] {
  const words = person.flatMap((text) => {
    const small = text.normalize('NFC').toLowerCase().slice(0, 254);
    return [small, ...small.split(/[^\p{L}\p{N}]+/u)];
  });
  return [...new Set(['remit', ...words])].filter((word) => word.length >= 3).slice(0, 50);
}

function removePersonalData(password: string, words: string[]): string {
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase());
}

/** Three different words and more, which no list needs to be asked about. */
function isSentence(password: string, personal: string[]): boolean {
  const words = password.toLowerCase().split(/\P{L}+/u);
  const own = new Set(words.filter((word) => word.length >= 3 && !personal.includes(word)));
  return password.length >= 16 && own.size >= 3;
}
