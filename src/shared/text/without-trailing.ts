/**
 * A text without those of the characters in `unwanted` that it ends with. The expression for it,
 * /[…]+$/, tries again from each of them: a text of nothing but these takes time by its square.
 */
export function withoutTrailing(text: string, unwanted: string): string {
  let end = text.length;
  while (end > 0 && unwanted.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
