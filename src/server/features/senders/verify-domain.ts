import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { parse } from 'tldts';
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { Sender } from '../../../shared/senders/sender.contract.ts';
import { DOMAIN_RECORD } from '../../../shared/senders/sender.contract.ts';
import { isUniqueViolation } from '../../db/constraint-errors.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { proveSender } from './prove-sender.ts';
import { readSender, recordValue } from './read-sender.ts';
import { findSender, lockSender, updateSender } from './sender.store.ts';

const TIMEOUT_MS = 4_000;
const TRIES = 2;
/** A name may have many; nobody needs more of ours than one. */
const MOST = 100;

/** No DNS server has said whether there are any. */
class DnsUnavailableError extends Error {
  override readonly name = 'DnsUnavailableError';
}

/**
 * The TXT records of a name, their parts put together (RFC 7208, section 3.3); none where it has none.
 * @param server an IP address, with a port or without, to ask instead of the machine's own resolver
 * @throws DnsUnavailableError
 */
async function readTxtRecords(name: string, server?: string): Promise<string[]> {
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

type DomainServices = Pick<Services, 'db' | 'env' | 'clock' | 'mailer' | 'log'>;

/** Between two looks: whoever presses again at once gets the same answer from DNS anyway. */
const PAUSE_MS = 5_000;

/**
 * Names the domain that the owner wants to verify. What is not registered by itself counts as the
 * domain that it belongs to: 'ada@mail.example.co.uk' as 'example.co.uk'.
 * @throws AppError VALIDATION, CONFLICT (another one is verified already)
 */
export async function setDomain(
  services: DomainServices,
  businessId: string,
  input: { domain: string },
): Promise<Sender> {
  const name = registrableDomain(input.domain);
  return withTransaction(services.db, async (tx) => {
    const row = await lockSender(tx, businessId);
    if (row.domain !== name) {
      if (row.domainVerifiedAt) {
        throw new AppError('CONFLICT', `${row.domain} is already verified.`);
      }
      const domainToken = randomBytes(16).toString('hex');
      await updateSender(tx, businessId, { domain: name, domainToken, domainCheckedAt: null });
    }
    return readSender(services, tx, businessId);
  });
}

/** @throws AppError VALIDATION where it names none that somebody can own */
function registrableDomain(text: string): string {
  const { domain, isIp, isIcann } = parse(text);
  if (!domain || isIp || !isIcann || domain.length > 253) {
    throw invalidField('domain', 'Enter a domain that you own, such as example.com');
  }
  return new URL(`http://${domain}`).hostname;
}

export interface DomainCheck {
  sender: Sender;
  found: boolean;
  /** What was found instead, in words. */
  detail: string | null;
}

/**
 * Looks for the record of the owner's domain in DNS; once it is there, the domain is verified for good.
 * @param onProven in the same transaction, when the limit has just ended
 * @throws AppError NOT_FOUND (no domain was named), CONFLICT (it stands for another account),
 *   TOO_MANY_REQUESTS, BUSY (DNS does not answer)
 */
export async function checkDomain(
  services: DomainServices,
  businessId: string,
  onProven: (tx: Transaction, businessId: string, now: Date) => Promise<void>,
): Promise<DomainCheck> {
  const { db, env, clock, log } = services;
  const { domain, token } = await beginCheck(services, businessId);
  const name = `${DOMAIN_RECORD}.${domain}`;
  let records: string[];
  try {
    records = await readTxtRecords(name, env.dnsResolver);
  } catch (error) {
    if (!(error instanceof DnsUnavailableError)) throw error;
    log.warn({ err: error }, 'a domain could not be looked up');
    throw new AppError('BUSY', `DNS did not answer for ${name}. Try again in a few minutes.`);
  }
  const found = records.some((record) => record.trim() === recordValue(token));
  if (!found) {
    const sender = await readSender(services, db.orm, businessId);
    return { sender, found, detail: whatIsThere(name, records) };
  }
  try {
    return await withTransaction(db, async (tx) => {
      const row = await lockSender(tx, businessId);
      // Another domain was named meanwhile: what was looked up is not its record.
      const now = clock.now();
      if (row.domainToken === token && !row.domainVerifiedAt) {
        await updateSender(tx, businessId, { domainVerifiedAt: now });
        if (await proveSender(tx, businessId, 'domain', now)) await onProven(tx, businessId, now);
      }
      return { sender: await readSender(services, tx, businessId), found, detail: null };
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'mail_senders_domain')) throw error;
    throw new AppError('CONFLICT', `${domain} is already verified for another account.`);
  }
}

/** Counts the look, in one statement for all that ask at once. */
async function beginCheck(
  { db, clock }: DomainServices,
  businessId: string,
): Promise<{ domain: string; token: string }> {
  return withTransaction(db, async (tx) => {
    const known = await findSender(tx, businessId);
    if (!known?.domain) throw new AppError('NOT_FOUND', 'Enter your domain first.');
    const { domain, domainToken: token, domainCheckedAt } = await lockSender(tx, businessId);
    if (!domain || !token) throw new AppError('NOT_FOUND', 'Enter your domain first.');
    const now = clock.now();
    const wait = (domainCheckedAt?.getTime() ?? 0) + PAUSE_MS - now.getTime();
    if (wait > 0) {
      const retryAfter = Math.ceil(wait / 1_000);
      throw new AppError(
        'TOO_MANY_REQUESTS',
        `This was checked a moment ago. Try again in ${retryAfter === 1 ? 'a second' : `${retryAfter} seconds`}.`,
        { retryAfter },
      );
    }
    await updateSender(tx, businessId, { domainCheckedAt: now });
    return { domain, token };
  });
}

function whatIsThere(name: string, records: string[]): string {
  if (records.length === 0) {
    return `There is no TXT record at ${name} yet. New records can take an hour to be seen.`;
  }
  const other = (records[0] ?? '').slice(0, 80);
  return `The TXT record at ${name} says “${other}” instead.`;
}
