import { readFileSync } from 'node:fs';
import type { PoolConfig } from 'pg';

/** An address of a database that cannot be used, in words that name no password. */
export class DatabaseAddressError extends Error {
  override readonly name = 'DatabaseAddressError';
}

const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
/** What the driver would read of encryption by itself: it does not look at the name of an IP address. */
const OF_ENCRYPTION = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'];

/**
 * The address and the encryption as the driver is to have them. `sslmode`, `sslrootcert`, `sslcert`
 * and `sslkey` are those of PostgreSQL's own programs
 * (https://www.postgresql.org/docs/current/libpq-ssl.html), but for one thing: whoever asks for
 * encryption gets a server whose certificate was verified, name or IP address included, unless
 * 'no-verify' says otherwise. Without any of them nothing is encrypted.
 * @throws DatabaseAddressError for a mode that is none, and a file that cannot be used
 */
export function databaseConnection(
  databaseUrl: string,
): Pick<PoolConfig, 'connectionString' | 'ssl'> {
  const [address = '', query = ''] = databaseUrl.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  if (!OF_ENCRYPTION.some((name) => parameters.has(name))) {
    return { connectionString: databaseUrl };
  }
  const mode = readSslMode(parameters);
  const authority = parameters.get('sslrootcert');
  if (authority !== null && (mode === 'disable' || mode === 'no-verify')) {
    throw new DatabaseAddressError(
      `sslrootcert in DATABASE_URL needs sslmode=verify-full: with ${mode} nothing is verified`,
    );
  }
  const files = {
    // 'system': as PostgreSQL's programs call the authorities that the machine trusts anyway.
    ...(authority !== null &&
      authority !== 'system' && { ca: readPem('sslrootcert', authority, 'CERTIFICATE') }),
    ...pemIn(parameters, 'sslcert', 'cert', 'CERTIFICATE'),
    ...pemIn(parameters, 'sslkey', 'key', 'PRIVATE KEY'),
  };
  const host = parameters.get('host') ?? readHost(address);
  for (const name of OF_ENCRYPTION) parameters.delete(name);
  const rest = parameters.toString();
  return {
    connectionString: rest === '' ? address : `${address}?${rest}`,
    ssl:
      mode === 'disable'
        ? false
        : { ...files, ...(mode === 'no-verify' ? { rejectUnauthorized: false } : { host }) },
  };
}

function readSslMode(parameters: URLSearchParams): string {
  const mode = parameters.get('sslmode');
  if (mode === null)
    return /^(false|0)$/.test(parameters.get('ssl') ?? '') ? 'disable' : 'verify-full';
  if (MODES.includes(mode)) return mode;
  throw new DatabaseAddressError(
    `sslmode in DATABASE_URL must be disable, verify-full or no-verify, and is ${JSON.stringify(mode)}`,
  );
}

function readHost(address: string): string {
  const web = address.replace(/^postgres(ql)?:/, 'http:');
  return URL.canParse(web) ? new URL(web).hostname.replace(/^\[|\]$/g, '') : 'localhost';
}

function pemIn(parameters: URLSearchParams, name: string, as: 'cert' | 'key', holds: string) {
  const file = parameters.get(name);
  return file === null ? {} : { [as]: readPem(name, file, holds) };
}

function readPem(name: string, file: string, holds: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new DatabaseAddressError(
      `${name} in DATABASE_URL names a file that cannot be read: ${file} (${code})`,
    );
  }
  if (!text.includes(`${holds}-----`)) {
    throw new DatabaseAddressError(
      `${name} in DATABASE_URL names a file without a ${holds.toLowerCase()} in PEM form: ${file}`,
    );
  }
  return text;
}
