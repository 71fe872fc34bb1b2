const MOST = 300;

/**
 * An error in a line that an admin may read: the innermost message, because Drizzle's own repeats
 * the statement with its parameters, tokens and addresses among them.
 */
export function formatJobError(error: unknown): string {
  let at = error;
  for (let depth = 0; depth < 8 && at instanceof Error && at.cause instanceof Error; depth += 1) {
    at = at.cause;
  }
  const text = at instanceof Error ? at.message : String(at);
  const [line = ''] = text.split(/\n|params:/);
  return line.trim().slice(0, MOST) || 'It failed without a reason';
}
