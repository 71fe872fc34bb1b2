/** What tells an invoice from an estimate in the editor that both are written in. */
import type { QueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import type {
  ContentName,
  KindName,
  TypedLine,
} from '../../../shared/documents/document-content.ts';
import type { IconType } from '../../ui/icon.tsx';
import type { DocumentDraft, DraftFields, TextName } from './document-draft.ts';
import { draftFields } from './document-draft.ts';

/** A checked form, in the editor's own names. Numbers are text as the calls take them. */
export interface DocumentForm extends DraftFields {
  customerId: number | '';
  lineItems: (TypedLine & { itemId: number | null })[];
}

/** The question for the live document. */
export interface PreviewRequest extends DraftFields {
  id: number | undefined;
  customerId: number | null;
  lineItems: TypedLine[];
  pages: number[];
}

export interface DocumentPicture {
  pageCount: number;
  pages: { page: number; svg: string }[];
}

export interface DocumentKind {
  /** In sentences, and in the name under which a draft is kept. */
  name: KindName;
  title: { create: string; edit: string };
  about: string;
  /** 'An invoice has at least one line'. */
  atLeastOneLine: string;
  /** The button beside Save Draft. */
  createButton: { label: string; icon: IconType };
  /** Whether that button e-mails the document to its customer. */
  sendsOnCreate: boolean;
  /** What that button sends to this customer, and how; or that nothing is sent. */
  sendNote: (
    customer: { name: string; company: string | null; email: string | null },
    mail: 'smtp' | 'outbox',
  ) => string;
  statuses: readonly { value: string; label: string }[];
  /** What saving with this status will do, when it does more than save. */
  statusHint?: (draft: DocumentDraft) => string | undefined;
  /** From the issue date to the end date that nobody chose. */
  endAfterDays: number;
  /** The terms of a new one. */
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
export function callContent<K extends KindName, Customer, Line>(
  kind: K,
  form: Record<TextName, string> & { customerId: Customer; lineItems: Line[] },
) {
  const { customerId, lineItems } = form;
  const texts = draftFields(kind).map(({ name, callName }) => [callName, form[name]]);
  type Texts = Record<Exclude<ContentName<K>, 'customerId'>, string>;
  return { ...(Object.fromEntries(texts) as Texts), customerId, lineItems };
}

/** The question for the live document as the kind's call takes it. */
export function previewInput<K extends KindName, Status>(
  kind: K,
  { id, pages, ...form }: PreviewRequest,
  status: Status,
) {
  return { ...callContent(kind, form), ...(id === undefined ? {} : { id }), status, pages };
}

/** What a contract's schema refuses of an input, by the call's paths. */
export const refusalsOf = (schema: z.ZodType, input: unknown) =>
  (schema.safeParse(input).error?.issues ?? []).map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));

/** What a stored document has that the editor needs of it. */
export interface StoredDocument {
  id: number;
  version: number;
}

/** How documents of a kind are read and saved, and what is told and refreshed then. */
export interface DocumentCalls<Stored extends StoredDocument> {
  nextNumber: () => Promise<string>;
  stored: (id: number) => { queryKey: readonly unknown[]; queryFn: () => Promise<Stored> };
  toDraft: (stored: Stored) => DocumentDraft;
  create: (form: DocumentForm, idempotencyKey: string) => Promise<Stored>;
  update: (form: DocumentForm, base: StoredDocument) => Promise<Stored>;
  created: (client: QueryClient, saved: Stored) => void;
  updated: (client: QueryClient, saved: Stored) => void;
  failed: (error: unknown, form: 'create' | 'edit') => void;
}
