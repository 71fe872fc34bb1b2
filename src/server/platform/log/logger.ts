type Write = (details: object, message: string) => void;

/** Structured logs as JSON lines; pino fits. Never a secret: no bodies, cookies, keys or tokens. */
export interface Logger {
  debug: Write;
  info: Write;
  warn: Write;
  error: Write;
  fatal: Write;
}
