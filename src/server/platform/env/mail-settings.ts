import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DkimKey } from '../mail/smtp-mailer.ts';

export const MAIL_PROVIDERS = ['ses', 'postmark', 'mailgun', 'sendgrid'] as const;

/** Who tells of messages that came back, and by what it proves itself. */
export interface MailWebhook {
  provider: (typeof MAIL_PROVIDERS)[number];
  secret: string;
}

/** A mailbox that messages come back to. */
export interface BounceMailbox {
  host: string;
  port: number;
  secure: boolean;
  auth: { user: string; pass: string };
  folder: string;
  /** A password goes over the network encrypted only. */
  doSTARTTLS?: true;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** imaps://user:password@mail.example.com/Bounces; undefined for what is none. */
export function readMailboxUrl(address: string): BounceMailbox | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, port, username, password, pathname } = new URL(address);
  if (!['imap:', 'imaps:'].includes(protocol) || !hostname || !username) return undefined;
  const secure = protocol === 'imaps:';
  try {
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (secure ? 993 : 143),
      secure,
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
      ...(secure || LOOPBACK.has(hostname) ? {} : { doSTARTTLS: true }),
    };
  } catch {
    return undefined;
  }
}

interface DkimSettings {
  DKIM_DOMAIN?: string | undefined;
  DKIM_SELECTOR?: string | undefined;
  DKIM_PRIVATE_KEY?: string | undefined;
}

/**
 * What messages are signed with; undefined where nothing is set.
 * @throws Error in words that name no value
 */
export function readDkimKey(settings: DkimSettings): DkimKey | undefined {
  const { DKIM_DOMAIN: domainName, DKIM_SELECTOR: keySelector } = settings;
  const { DKIM_PRIVATE_KEY: given } = settings;
  if (!domainName && !keySelector && !given) return undefined;
  if (!domainName || !keySelector || !given) {
    throw new Error('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY must be set together');
  }
  const privateKey = readKey(given);
  try {
    const { asymmetricKeyType } = createPublicKey(createPrivateKey(privateKey));
    if (asymmetricKeyType === 'rsa' || asymmetricKeyType === 'ed25519') {
      return { domainName, keySelector, privateKey };
    }
  } catch {
    // Said below, without what was tried.
  }
  throw new Error('DKIM_PRIVATE_KEY must be an RSA or Ed25519 private key as PEM');
}

/**
 * The certificates by which the mail server's own is trusted, beside those that every program trusts;
 * undefined where no file is set.
 * @throws Error in words that name no value
 */
export function readAuthority({ SMTP_CA }: { SMTP_CA?: string | undefined }): string | undefined {
  if (!SMTP_CA) return undefined;
  let text: string;
  try {
    text = readFileSync(SMTP_CA, 'utf8');
  } catch {
    throw new Error('SMTP_CA names a file that cannot be read');
  }
  const blocks = text.split(/(?=-----BEGIN CERTIFICATE-----)/).filter((one) => one.trim() !== '');
  try {
    for (const block of blocks) new X509Certificate(block);
    if (blocks.length > 0) return text;
  } catch {
    // Said below.
  }
  throw new Error('SMTP_CA must name a file of certificates as PEM');
}

/** The key itself, with line breaks as they are or as \n, or the file that it stands in. */
function readKey(given: string): string {
  if (given.includes('-----BEGIN')) return given.replaceAll(String.raw`\n`, '\n');
  try {
    return readFileSync(given, 'utf8');
  } catch {
    throw new Error('DKIM_PRIVATE_KEY names a file that cannot be read');
  }
}
