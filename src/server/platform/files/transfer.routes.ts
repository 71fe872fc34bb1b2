import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import { TRANSFER_PATH } from '../../../shared/files/server-paths.ts';
import type { Clock } from '../clock/clock.ts';
import type { LocalFiles } from './local-files.ts';
import type { Grant } from './signed-path.ts';
import { TooManyBytesError } from './write-stream.ts';

/** What reading says when the sender has gone; a disk that takes no more ends it just as well. */
const BROKEN_OFF = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'ABORT_ERR']);
const isBrokenOff = (error: unknown) =>
  error instanceof Error && 'code' in error && BROKEN_OFF.has(String(error.code));

interface Transfer {
  Params: { '*': string };
  Querystring: Record<string, unknown>;
  Body: Readable | undefined;
}

/** As S3 says it: the browser's upload library asks for a new address when it reads this. */
const EXPIRED =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>';

/**
 * Where browsers send bytes for the local disk: an address that was signed for one file or part, for
 * so many bytes and some minutes. Nothing is held in memory.
 * @param isAwaited whether the upload that a file in one piece belongs to is still unfinished; parts
 *   have a place only as long as theirs is
 */
export function registerTransfers(
  app: FastifyInstance,
  files: LocalFiles,
  clock: Clock,
  isAwaited: (grant: Grant) => Promise<boolean>,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.put<Transfer>(
      `${TRANSFER_PATH}*`,
      { bodyLimit: Number.MAX_SAFE_INTEGER },
      async (request, reply) => {
        const grant = files.readGrant(request.params['*'], request.query);
        if (!grant) throw new AppError('FORBIDDEN', 'This address was not made by this server');
        reply.header('cache-control', 'no-store');
        if (grant.expiresAt <= clock.now().getTime()) {
          return reply.code(403).type('application/xml').send(EXPIRED);
        }
        // The rest of what is refused is not read: the connection cannot be used again.
        const refuse = () => {
          reply.header('connection', 'close');
          return new AppError('TOO_LARGE', 'The file is too large');
        };
        const isLost = async () => grant.part === undefined && !(await isAwaited(grant));
        if (await isLost()) {
          reply.header('connection', 'close');
          throw notFound('Upload');
        }
        const announced = Number(request.headers['content-length']);
        if (announced > grant.maxBytes) throw refuse();
        try {
          const etag = await files.receive(grant, request.body ?? request.raw);
          if (etag === undefined) throw notFound('Upload');
          // Finished or given up while these bytes were on their way: nothing would delete them.
          if (await isLost()) {
            await files.delete(grant.key);
            throw notFound('Upload');
          }
          return await reply.header('etag', etag).send();
        } catch (error) {
          if (error instanceof TooManyBytesError) throw refuse();
          if (isBrokenOff(error)) {
            // Nobody is left to be answered; it is no defect of ours.
            throw new AppError('BAD_REQUEST', 'The upload was interrupted');
          }
          throw error;
        }
      },
    );
  });
}
