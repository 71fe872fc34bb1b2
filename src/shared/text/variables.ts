/** Words with variables in braces, such as `{customer}`, for what is known when they go out. */

export interface MailWords {
  subject: string;
  message: string;
}

const IN_BRACES = /\{([^{}\n]{1,40})\}/g;

/** What stands in braces and is no variable, each once. */
export function findUnknownVariables(text: string, known: readonly string[]): string[] {
  const names = [...text.matchAll(IN_BRACES)].map(([, name = '']) => name);
  return [...new Set(names.filter((name) => !known.includes(name)))];
}

/** '{customer}, {number}'. */
export const formatVariables = (names: readonly string[], between = ', '): string =>
  names.map((name) => `{${name}}`).join(between);

/** The longest a subject may be, once its variables are words. */
export const MAX_SUBJECT = 200;

/** Filled in once: braces in a value stay what they are. A subject is one line, whatever a value holds. */
export function fillTemplate(
  words: MailWords,
  values: Readonly<Record<string, string>>,
): MailWords {
  const fill = (text: string) =>
    text.replaceAll(IN_BRACES, (typed, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? typed) : typed,
    );
  return {
    subject: fill(words.subject)
      .replace(/\p{Cc}+/gu, ' ')
      .slice(0, MAX_SUBJECT)
      .trim(),
    message: fill(words.message),
  };
}
