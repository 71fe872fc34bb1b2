/**
 * A full name as first and last name: the first word, and the rest. A single word is a first name;
 * nothing at all gives two nulls.
 */
export function splitName(name: string): { firstName: string | null; lastName: string | null } {
  const [first, ...rest] = name.trim().split(/\s+/);
  return { firstName: first || null, lastName: rest.join(' ') || null };
}
