import type { DatabaseLog } from '../../src/server/db/database.ts';

/** A log that says nothing. */
export const quietLog: DatabaseLog = { info() {}, warn() {}, error() {} };

export interface RecordingLog extends DatabaseLog {
  /** Level and message of everything said, in order. */
  lines: string[];
}

/** A log whose lines a test can look at. */
export function recordingLog(): RecordingLog {
  const lines: string[] = [];
  const record = (level: string) => (_details: object, message: string) => {
    lines.push(`${level}: ${message}`);
  };
  return { lines, info: record('info'), warn: record('warn'), error: record('error') };
}
