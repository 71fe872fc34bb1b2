import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from '../../../shared/documents/document-file-name.ts';

/** Sends a file while its lines are read. */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  lines: AsyncGenerator<string>,
): Promise<FastifyReply> {
  // What fails before the first line is an answer; later, only a file that breaks off.
  const first = await lines.next();
  const whole = async function* () {
    if (!first.done) yield first.value;
    yield* lines;
  };
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', contentDisposition('attachment', name))
    .header('cache-control', 'private, no-store')
    .send(Readable.from(whole(), { objectMode: false }));
}
