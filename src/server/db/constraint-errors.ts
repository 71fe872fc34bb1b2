/** A row that the database refused, and which rule it broke. */
export interface ConstraintViolation {
  kind: 'unique' | 'foreign-key' | 'check' | 'not-null' | 'exclusion' | 'out-of-range';
  /**
   * Name of the constraint, and of the table below, as the schema has them; undefined for not-null and
   * for a number that does not fit.
   */
  constraint: string | undefined;
  table: string | undefined;
  column: string | undefined;
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const KINDS: Record<string, ConstraintViolation['kind']> = {
  '23505': 'unique',
  '23503': 'foreign-key',
  '23001': 'foreign-key',
  '23514': 'check',
  '23502': 'not-null',
  '23P01': 'exclusion',
  '22003': 'out-of-range',
};

interface PostgresError {
  code: string;
  message: string;
  routine?: string;
  constraint?: string;
  table?: string;
  column?: string;
}

/** The violated rule behind an error of Drizzle or the driver, or null when it is another error. */
export function constraintViolation(error: unknown): ConstraintViolation | null {
  const cause = postgresError(error);
  const kind = cause && KINDS[cause.code];
  if (!kind) return null;
  const { message } = cause;
  return {
    kind,
    constraint: schemaName(cause.constraint ?? readName(message, CONSTRAINT)),
    table: schemaName(cause.table ?? readName(message, TABLE)),
    column: cause.column ?? readName(message, COLUMN),
  };
}

/**
 * An error that comes from another node of Citus has these names in its message alone. Only English
 * messages are read: `distribute` sets `lc_messages` for that.
 */
const readName = (message: string, pattern: RegExp) => pattern.exec(message)?.[1];
const CONSTRAINT = /constraint "([^"]{1,63})"/;
const TABLE = /(?:relation|table) "([^"]{1,63})"/;
const COLUMN = /column "([^"]{1,63})"/;

/** A shard's tables and constraints end in its number: 'invoices_number_102008' (decision 31). */
const schemaName = (name: string | undefined) => name?.replace(/_\d{6,}$/, '');

/** True when the error is a second row under the unique key (or index) of that name. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, 'unique', constraint);
}

/** True when the error is a row that refers to none, or one that is still referred to. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, 'foreign-key', constraint);
}

/** True when a value broke the check of that name. */
export function isCheckViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, 'check', constraint);
}

/** True when a number has more digits than its column, such as 100000000.00 in numeric(10,2). */
export function isOutOfRange(error: unknown): boolean {
  return isViolation(error, 'out-of-range');
}

/** The five-letter SQLSTATE behind an error, or null when PostgreSQL did not report it. */
export function sqlState(error: unknown): string | null {
  return postgresError(error)?.code ?? null;
}

/**
 * True when a connection keeps a statement under a name that it cannot run: another process has changed
 * the table since, or the connection is not the one that was told of it.
 */
export function isStaleStatement(error: unknown): boolean {
  const { code, routine } = postgresError(error) ?? {};
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}

function isViolation(
  error: unknown,
  kind: ConstraintViolation['kind'],
  constraint?: string,
): boolean {
  const violation = constraintViolation(error);
  if (violation?.kind !== kind) return false;
  return constraint === undefined || violation.constraint === constraint;
}

/** Drizzle wraps the driver's error as `cause`; other layers may wrap it again. */
function postgresError(error: unknown): PostgresError | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    const { code, severity } = at as Partial<PostgresError> & { severity?: unknown };
    // Node's own errors have a code too ('ECONNREFUSED'), but no severity.
    if (typeof code === 'string' && code.length === 5 && severity !== undefined) {
      return at as unknown as PostgresError;
    }
  }
  return null;
}
