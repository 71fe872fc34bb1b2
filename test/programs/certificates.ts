import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Certificates {
  /** Files of two authorities, of which the first has signed the server's. */
  authority: string;
  other: string;
  /** The server's own, as PEM. */
  certificate: string;
  key: string;
}

/** Certificates of a server that is called localhost, signed by an authority of ours. */
export async function makeCertificates(folder: string, days = 2): Promise<Certificates> {
  const openssl = (args: string) => run('openssl', args.split(' '), { cwd: folder });
  const file = (name: string) => join(folder, name);
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
  for (const name of ['authority', 'other']) {
    const out = `-keyout ${name}.key -out ${name}.pem`;
    await openssl(`req -x509 ${key} -days 2 -subj /CN=${name} ${out}`);
  }
  await openssl(`req ${key} -subj /CN=server -keyout server.key -out server.csr`);
  await writeFile(file('names'), 'subjectAltName=DNS:localhost');
  const signing = '-CA authority.pem -CAkey authority.key -CAcreateserial';
  await openssl(`x509 -req -in server.csr -days ${days} -extfile names ${signing} -out server.pem`);
  return {
    authority: file('authority.pem'),
    other: file('other.pem'),
    certificate: await readFile(file('server.pem'), 'utf8'),
    key: await readFile(file('server.key'), 'utf8'),
  };
}
