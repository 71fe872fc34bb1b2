import type { Logger } from 'pino';
import { pino } from 'pino';
import { describeRequest } from '../http/request-log.ts';
import { describeError } from './describe-error.ts';
import { openLogStream } from './log-stream.ts';

const STDOUT = 1;

/**
 * The server's log on standard output, as JSON lines. Whatever becomes of standard output, the server
 * goes on: nothing that is written there throws.
 */
export function openLog(level: string): Logger {
  const stream = openLogStream(STDOUT, (lines) =>
    log.warn({ lines }, 'log lines could not be written and are lost'),
  );
  const log = pino(
    {
      level,
      redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
      serializers: { req: describeRequest, err: describeError },
    },
    stream,
  );
  process.on('exit', () => stream.end());
  // What is said to the person at the terminal goes by these.
  for (const said of [process.stdout, process.stderr]) said.on('error', () => {});
  return log;
}
