/**
 * What the document engine draws: a document of any kind. Strings only, already
 * formatted and put into words here in TypeScript; the template places them and decides nothing.
 */

/** The five designed themes, in the order in which they are offered. */
export const DOCUMENT_THEMES = ['classic', 'modern', 'elegant', 'minimal', 'creative'] as const;
export type DocumentTheme = (typeof DOCUMENT_THEMES)[number];

export const DEFAULT_THEME: DocumentTheme = 'classic';
export const DEFAULT_PRIMARY_COLOR = '#333333';
export const DEFAULT_ACCENT_COLOR = '#0079F2';

/** Lines that one document may have; the engine refuses more. */
export const MAX_DOCUMENT_LINES = 5_000;

/** What documents are called, for pages that need no more of their kinds. */
export const DOCUMENT_TITLES = {
  invoice: 'Invoice',
  estimate: 'Estimate',
  credit_note: 'Credit note',
} as const;

/** What stands over the customer's name. */
export const CUSTOMER_LABELS = {
  invoice: 'Bill to',
  estimate: 'Prepared for',
  credit_note: 'Credit to',
} as const;

export type DocumentPaper = 'a4' | 'us-letter';

/** A labelled value: 'Due' and 'Dec 20, 2026'. */
export type LabelledValue = [label: string, value: string];

/** A row of totals: one that begins a group, or a part of the row above it. Others stand alone. */
export type TotalRow = [label: string, value: string, place?: 'group' | 'part'];

export interface DocumentParty {
  label: string;
  name: string;
  /** Lines under the name: a person, street, city, country. */
  address: string[];
  /** Lines under the address: e-mail, phone, tax number. */
  contact: string[];
}

/** What a status looks like: green, red or grey; a draft is watermarked. */
export type DocumentStatusKind = 'paid' | 'overdue' | 'draft' | 'accepted' | 'rejected' | 'expired';

/** How a document was accepted, on a page after all others. */
export interface DocumentCertificate {
  title: string;
  intro: string;
  /** Of one that was drawn, the path of an SVG in a box; else the name stands for it. */
  signature: {
    label: string;
    name: string;
    drawing?: { path: string; width: number; height: number };
  };
  rows: LabelledValue[];
}

export interface DocumentData {
  theme: DocumentTheme;
  /** '#rrggbb': names, titles, rules. */
  primary: string;
  /** '#rrggbb': the amount and small marks. */
  accent: string;
  paper: DocumentPaper;
  /** BCP 47 language of the texts: the tag of the PDF and line breaking. */
  lang: string;
  dir: 'ltr' | 'rtl';
  /** Whose shapes Chinese characters take, where the scripts share them. */
  han: 'ja' | 'ko' | 'zh';
  /** 'Invoice', 'Final invoice', 'Estimate', 'Credit note' or 'Statement'. */
  title: string;
  number: string;
  /** A theme may leave the note out where the meta rows say it, unless it `isOnlyHere`. */
  hero: { label: string; value: string; note: string; isOnlyHere?: boolean };
  from: DocumentParty;
  to: DocumentParty;
  meta: LabelledValue[];
  /** 'Version 2, replaces version 1 of Nov 03, 2026': stands quietly under the meta rows. */
  replaced?: string;
  /** Headings: 'Description', then figures, of which the last is the amount. */
  columns: string[];
  /** One text for each column. */
  items: string[][];
  /**
   * Figures that have no room beside the description stand under it, each with its heading: they are no
   * quantity and price.
   */
  namesFigures?: boolean;
  /** Items that stand on one page with the item after them, from 0. */
  keptWithNext?: number[];
  /** Under the description of each item: its code, its period. Empty where there is nothing to say. */
  details: string[];
  totals: TotalRow[];
  grand: LabelledValue;
  /** Under the totals, where it is paid in parts: 'Dec 23, 2026 · Paid' and '$300.00'. */
  plan?: { label: string; rows: LabelledValue[] };
  /** Drawn as a QR code that is also a link. Absent where nothing is to be paid. */
  pay?: { caption: string; url: string };
  status?: { kind: DocumentStatusKind; text: string };
  /** Notes and terms; empty ones are left out. */
  remarks: { label: string; text: string }[];
  certificate?: DocumentCertificate;
}
