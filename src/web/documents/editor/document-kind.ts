/** What tells an invoice from an estimate in the editor that both are written in. */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type * as z from 'zod';
import type { ContentName, KindName } from '../../../shared/documents/document-content.ts';
import type { DocumentPicture } from '../../../shared/documents/document.contract.ts';
import type { IdempotencyKey } from '../../lib/idempotency-key.ts';
import type { IconType } from '../../ui/icons.ts';
import type { DocumentDraft, OtherName, TextName } from './document-draft.ts';
import { draftFields } from './document-draft.ts';
import type { DraftSchedule } from './draft-schedule.ts';
import type { PreviewRequest } from './preview-request.ts';
import type { DocumentForm } from './to-form.ts';

export type { DocumentForm } from './to-form.ts';

export interface DocumentKind {
  /** In sentences, and in the name under which a draft is kept. */
  name: KindName;
  title: { create: string; edit: string };
  about: string;
  /** 'An invoice has at least one line'. */
  atLeastOneLine: string;
  /** The button beside Save Draft. */
  createButton: { label: string; icon: IconType };
  /** What invoices are made of again and again: it has a schedule in place of number and dates. */
  recurring?: {
    Section: ComponentType;
    /** @param copied the invoice that it is begun from */
    begin: (today: string, copied: DocumentDraft | undefined) => DraftSchedule;
    /** The draft as its next invoice will say it, for the picture. */
    picture: (draft: DocumentDraft, initial: DocumentDraft) => DocumentDraft;
  };
  /** Whether that button e-mails the document to its customer. */
  sendsOnCreate: boolean;
  /** What that button sends to this customer, and how; or that nothing is sent. */
  sendNote: (
    customer: { name: string; company: string | null; email: string | null },
    mail: 'smtp' | 'outbox',
    undoSeconds?: number,
  ) => string;
  statuses: readonly { value: string; label: string }[];
  /** What saving with this status will do, when it does more than save. @param before the stored one */
  statusHint?: (draft: DocumentDraft, before: DocumentDraft) => string | undefined;
  /** From the issue date to the end date that nobody chose; null of a kind that has none. */
  endAfterDays: number | null;
  /** What a new one says, besides its lines. */
  notes?: string;
  terms: string;
  /** Terms that nobody wrote, for other dates; undefined where they are the owner's own. */
  termsFor?: (draft: DocumentDraft) => string | undefined;
  /** The words for a form without a customer (specification, section 5). */
  noCustomer: (phone: boolean) => string;
  /** Whether the edit form asks for a quantity of 1 at least, and for any unit price at all. */
  strictEdit: boolean;
  /** When it is due or expires, seen from today: 'due in 30 days'. */
  outline: (draft: DocumentDraft, today: string) => string | undefined;
  /** What the contract refuses, by the call's paths. */
  refusals: (form: DocumentForm) => readonly { path: string; message: string }[];
  draw: (question: PreviewRequest, signal: AbortSignal) => Promise<DocumentPicture>;
}

/** A form's content in the names of its kind's calls. */
export function callContent<K extends KindName, Parts, Customer, Line>(
  kind: K,
  form: {
    texts: Partial<Record<TextName, string>>;
    parts: Parts;
    customerId: Customer;
    lineItems: Line[];
  },
) {
  const { customerId, parts, lineItems, texts: own } = form;
  const texts = draftFields(kind).flatMap(({ name, callName }) =>
    own[name] === undefined ? [] : [[callName, own[name]]],
  );
  return { ...(Object.fromEntries(texts) as CallTexts<K>), ...parts, customerId, lineItems };
}

/** The texts that every document has, and those that some have. */
type CallTexts<K extends KindName> = Record<Exclude<CallName<K>, OptionalName>, string> &
  Partial<Record<CallName<K> & OptionalName, string>>;
type CallName<K extends KindName> = Exclude<ContentName<K>, 'customerId' | OtherName>;
type OptionalName =
  | 'currency'
  | 'supplyDate'
  | 'deliveryAddress'
  | 'buyerReference'
  | 'taxRate'
  | 'taxAmount';

/** The question for the live document as the kind's call takes it. */
export function previewInput<K extends KindName, Status>(
  kind: K,
  { id, pages, ...form }: PreviewRequest,
  status: Status,
) {
  return { ...callContent(kind, form), ...(id === undefined ? {} : { id }), status, pages };
}

/** What a contract's schema refuses of an input, by the call's paths. */
export const findRefusals = (schema: z.ZodType, input: unknown) =>
  (schema.safeParse(input).error?.issues ?? []).map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));

/** What a stored document has that the editor needs of it. */
export interface StoredDocument {
  id: number;
  version: number;
  /** The latest version that was issued; null before the first. */
  revision?: number | null;
}

/** How documents of a kind are read and saved, and what is told and refreshed then. */
export interface DocumentCalls<Stored extends StoredDocument> {
  stored: (id: number) => { queryKey: readonly unknown[]; queryFn: () => Promise<Stored> };
  toDraft: (stored: Stored) => DocumentDraft;
  /** What a copy is made of, where that is not one of its kind. */
  copied?: (id: number) => {
    queryKey: readonly unknown[];
    queryFn: () => Promise<{ id: number; draft: DocumentDraft }>;
  };
  create: (form: DocumentForm, idempotencyKey: IdempotencyKey) => Promise<Stored>;
  update: (form: DocumentForm, base: StoredDocument) => Promise<Stored>;
  created: (client: QueryClient, saved: Stored) => void;
  updated: (client: QueryClient, saved: Stored) => void;
  failed: (error: unknown, form: 'create' | 'edit') => void;
}
