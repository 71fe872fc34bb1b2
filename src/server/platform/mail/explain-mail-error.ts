import { MailError } from './mailer.ts';

/** What the library attaches to its errors. */
interface SmtpError {
  code?: unknown;
  command?: unknown;
  response?: unknown;
  responseCode?: unknown;
}

const NETWORK: Record<string, string> = {
  EDNS: 'The mail server was not found',
  ETIMEDOUT: 'The mail server did not answer in time',
  EABORT: 'The mail server did not answer in time',
  ETLS: 'No secure connection to the mail server was possible',
  EREQUIRETLS: 'No secure connection to the mail server was possible',
  EAUTH: 'The mail server did not accept Remit’s sign-in',
  ENOAUTH: 'The mail server did not accept Remit’s sign-in',
};

/**
 * The mailbox or its domain does not exist, has moved, or takes no mail (RFC 3463, 3.2; RFC 7505).
 * What is refused for another reason, such as a sender's bad name, says nothing of the address.
 */
const UNKNOWN_ADDRESS = /^5\d\d[ -]5\.1\.(?:1|2|3|6|10)\b/;

/**
 * Why a message was not taken, in words for the owner. An answer that begins with 5 is for good;
 * one that begins with 4, and everything about the connection and the sign-in, may pass.
 * @param handedOver the whole message was given to the server: without its answer, it may have been sent
 */
export function explainMailError(error: unknown, handedOver = false): MailError {
  if (error instanceof MailError) return error;
  const { code, command, response, responseCode } = (error ?? {}) as SmtpError;
  const known = typeof code === 'string' ? NETWORK[code] : undefined;
  const distrust = code === 'ESOCKET' || code === 'ETLS' ? certificateFault(error) : undefined;
  if (distrust !== undefined) return new MailError(distrust, false, withoutDetails(error));
  // A refused sign-in may repeat what was sent: its answer is shown to nobody.
  if (known !== undefined) return new MailError(known, false, withoutDetails(error), handedOver);
  if (typeof responseCode === 'number' && responseCode >= 400) {
    const permanent = responseCode >= 500 && responseCode !== 503;
    const said = typeof response === 'string' ? tidy(response) : String(responseCode);
    const words = permanent ? refusal(String(command)) : 'The mail server asked to try again later';
    const failure = new MailError(`${words} (${said})`, permanent, withoutDetails(error));
    failure.addressIsUnknown = /^RCPT/i.test(String(command)) && UNKNOWN_ADDRESS.test(said);
    return failure;
  }
  if (code === 'EENVELOPE') {
    return new MailError('The address cannot be written to', true, withoutDetails(error));
  }
  if (code === 'ESOCKET' || code === 'ECONNECTION') {
    const refused = /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(String(error));
    const words = refused
      ? 'The mail server cannot be reached'
      : 'The connection to the mail server broke';
    return new MailError(words, false, withoutDetails(error), handedOver);
  }
  return new MailError('The mail server could not be used', false, withoutDetails(error));
}

const CERTIFICATE_FAULTS: [RegExp, string][] = [
  [/certificate has expired|not yet valid/i, 'The mail server’s certificate is out of date'],
  [
    /altnames|does not match certificate/i,
    'The mail server’s certificate is for another name than the one in SMTP_URL',
  ],
  [
    /self[- ]signed|unable to (?:get|verify)|issuer certificate/i,
    'The mail server’s certificate is signed by nobody whom Remit trusts. SMTP_CA can name the certificate of its authority',
  ],
];

/** What is wrong with the server's certificate, by Node's words for it (tls.connect, OpenSSL's verification). */
function certificateFault(error: unknown): string | undefined {
  const said = String(error);
  return CERTIFICATE_FAULTS.find(([words]) => words.test(said))?.[1];
}

function refusal(command: string): string {
  if (/^RCPT/i.test(command)) return 'The mail server refused the address';
  if (/^MAIL/i.test(command)) return 'The mail server refused the sender’s address';
  return 'The mail server refused the message';
}

/** The server's answer in one short line. */
function tidy(response: string): string {
  const line = response.replace(/\p{Cc}+/gu, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}

/** The error's name and code alone: its other fields may hold the message and the sign-in. */
function withoutDetails(error: unknown): Error {
  const { code } = (error ?? {}) as SmtpError;
  return new Error(typeof code === 'string' ? code : 'unknown');
}
