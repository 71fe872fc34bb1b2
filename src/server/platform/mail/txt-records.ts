import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 4_000;
const TRIES = 2;
/** A name may have many; nobody needs more of ours than one. */
const MOST = 100;

/** No DNS server has said whether there are any. */
export class DnsUnavailableError extends Error {
  override readonly name = 'DnsUnavailableError';
}

/**
 * The TXT records of a name, their parts put together (RFC 7208, section 3.3); none where it has none.
 * @param server an IP address, with a port or without, to ask instead of the machine's own resolver
 * @throws DnsUnavailableError
 */
export async function readTxtRecords(name: string, server?: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (server !== undefined) resolver.setServers([server]);
  try {
    const records = await resolver.resolveTxt(name);
    return records.slice(0, MOST).map((parts) => parts.join(''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw new DnsUnavailableError('The DNS servers could not be asked', { cause: error });
  }
}
