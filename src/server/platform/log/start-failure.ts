import { hasNoRoom, NO_ROOM_ADVICE } from '../../db/disk-full.ts';

const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
]);
const OUT_OF_DATE = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

/** Why the server could not start, in terms of the setting behind it and of what to do. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (hasNoRoom(error)) return `The disk is full: ${error.message}\n${NO_ROOM_ADVICE}`;
  if (code === 'EADDRINUSE')
    return 'The PORT is in use. Stop the other program, or choose another.';
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    return `It cannot listen at this HOST and PORT, or DATABASE_URL names no host: ${error.message}`;
  }
  const encryption = encryptionFailure(error.message, code);
  if (encryption) return encryption;
  if (syscall === 'connect')
    return `The database at DATABASE_URL does not answer: ${error.message}`;
  if (syscall === 'mkdir' || code === 'EACCES' || code === 'EROFS') {
    return `DATA_DIR cannot be written to: ${error.message}`;
  }
  return error.message;
}

function encryptionFailure(message: string, code: string): string | undefined {
  if (UNTRUSTED.has(code)) {
    return (
      'The database at DATABASE_URL was not trusted: its certificate comes from no authority that ' +
      `is known here (${code}).\nName the file of the right one in DATABASE_URL: ` +
      '?sslmode=verify-full&sslrootcert=/path/to/ca.pem'
    );
  }
  if (OUT_OF_DATE.has(code)) {
    return `The database at DATABASE_URL was not trusted: its certificate is out of date (${code}). Renew it there.`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The database at DATABASE_URL was not trusted: its certificate is for another host. ${message}`;
  }
  if (message === 'The server does not support SSL connections') {
    return (
      'The database at DATABASE_URL does not encrypt connections. Turn ssl on there; ' +
      'sslmode=disable is for a database on this machine.'
    );
  }
  return undefined;
}
