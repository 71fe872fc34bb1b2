import type { RequestRule } from './request-limits.ts';

/** Far more than people ask for, and little enough that a program does no harm. */
const inAMinute = (max: number): RequestRule => ({ window: 60, max });

/** By the visitor's address, which a whole office may share, and by the link that is followed. */
interface VisitorRules {
  /** As in 'Too many payment attempts.' */
  of: string;
  address: RequestRule;
  link: RequestRule;
}

/**
 * Milliseconds of processor time: of those that an address, or everybody with a link, may take in a
 * minute, a request for an ordinary document takes 25, whatever it takes, and one for a long document
 * what it took besides.
 */
const processorTime = (max: number) => ({ window: 60, max, each: 25 }) satisfies RequestRule;
/** What any other request about a long document takes of the same time. */
export const LONG_DOCUMENT_MS = 150;

/** What a link to a document lets everybody do who has it. */
export const VISITOR_LIMITS = {
  page: { of: 'requests for documents', address: processorTime(6_000), link: processorTime(3_000) },
  pdf: { of: 'requests for PDFs', address: inAMinute(60), link: inAMinute(30) },
  answer: { of: 'answers to estimates', address: inAMinute(60), link: inAMinute(20) },
  payment: { of: 'payment attempts', address: inAMinute(120), link: inAMinute(30) },
  agreement: {
    of: 'requests to end automatic payment',
    address: inAMinute(120),
    link: inAMinute(30),
  },
  // Apart from attempts: whoever has the link must not keep a payer from learning what was paid.
  confirmation: { of: 'payment checks', address: inAMinute(240), link: inAMinute(120) },
} satisfies Record<string, VisitorRules>;

const inMinutes = (minutes: number, max: number): RequestRule => ({ window: minutes * 60, max });

/** Asking for a link to one's portal: a person asks once, and again where the message is slow. */
export const PORTAL_LINKS = {
  /** Of a visitor's network address. */
  network: inMinutes(10, 10),
  /**
   * To an address, whether it is anybody's or not: of those who type it, and apart from them of whoever
   * asks again by a link that went there.
   */
  address: inMinutes(15, 3),
  addressInADay: inMinutes(24 * 60, 10),
  /** Messages that a business sends, and what each customer is still sent beyond them. */
  business: inMinutes(60, 60),
  addressBesides: inMinutes(60, 1),
};
export const PORTAL_LINKS_OF_AN_OWNER = inAMinute(30);

/** Opening links and visiting, by the visitor's network address. */
export const PORTAL_OPENINGS = inAMinute(30);
export const PORTAL_VISITS = inAMinute(600);

/** What a visit to a portal may ask for. */
export const PORTAL_LIMITS = {
  call: inAMinute(240),
  file: inAMinute(30),
  payment: inAMinute(30),
  agreement: inAMinute(30),
  proposal: inMinutes(60, 20),
};

/** Looks at and answers to the link by which a message is reported: a person needs three. */
export const REPORTED_MESSAGES = inAMinute(60);

/** Files that messages are to bring, and what providers and mail programs tell of messages. */
export const EMAIL_FILES_OF_AN_OWNER = inAMinute(60);
export const MAIL_WEBHOOKS = inAMinute(1_200);

/** Calendar programs ask each hour, some each few minutes; each answer reads the coming weeks. */
export const CALENDAR_FEEDS = { address: inAMinute(120), feed: inAMinute(12) };
export const CALENDARS_OF_AN_OWNER = inAMinute(120);

/** Charges of saved cards that an owner asks for, in all and for one invoice: each asks the provider. */
export const CARD_CHARGES = { owner: inAMinute(30), invoice: inAMinute(10) };

/** Pictures on public pages, by the visitor's address. */
export const LOGOS_OF_A_VISITOR = inAMinute(600);

/** Of receipts, as they stand in a list: a person sees some dozens at a time. */
export const THUMBNAILS_OF_AN_OWNER = inAMinute(600);
export const PDFS_OF_AN_OWNER = inAMinute(120);
export const EXCHANGE_RATES_OF_AN_OWNER = inAMinute(60);
export const SEARCHES_OF_AN_OWNER = inAMinute(300);
export const REPORTS_OF_AN_OWNER = inAMinute(120);
export const STATEMENTS_OF_AN_OWNER = inAMinute(120);
export const MAILED_STATEMENTS_OF_AN_OWNER = inAMinute(30);
export const EXPORTS_OF_AN_OWNER = inAMinute(20);
export const REVISION_LISTS_OF_AN_OWNER = inAMinute(120);
/** Of one document, with its page, and of all that was ever issued. */
export const VERIFICATIONS_OF_AN_OWNER = { one: inAMinute(240), all: inAMinute(10) };
