import type { KindName } from '../../../../shared/documents/document-content.ts';
import type { DocumentData } from '../../../../shared/documents/document-data.ts';
import { documentFileName } from '../../../../shared/documents/document-file-name.ts';
import { describeReplaced } from '../../../../shared/documents/replaced-version.ts';
import type { RevisionBody, RevisionBodyOf } from '../../../../shared/documents/revision-body.ts';
import { OBJECTS_PATH } from '../../../../shared/files/server-paths.ts';
import type { NamedPdf } from '../../../platform/http/send-pdf.ts';
import type { DocumentServices } from '../draw-document.ts';
import { prepareDocumentPdf, readLetterhead } from '../draw-document.ts';
import type { StoredRevision } from './revision.store.ts';
import { findStoredPdf, keepPdf } from './revision.store.ts';

/** What is out says what its latest revision says, whatever the rows say by now. */

export function isOfKind<K extends KindName>(
  body: RevisionBody,
  kind: K,
): body is RevisionBodyOf<K> {
  return body.kind === kind;
}

/** @throws TypeError for the body of another kind of document */
export function bodyOfKind<K extends KindName>(body: RevisionBody, kind: K): RevisionBodyOf<K> {
  if (isOfKind(body, kind)) return body;
  throw new TypeError(`this is no ${kind}, but: ${body.kind}`);
}

/** The business as it stood on the document, under the names that a profile has. */
export function sellerAsIssued({ seller, look, logo }: RevisionBody) {
  return {
    ...seller,
    pdfTheme: look.theme,
    pdfPrimaryColor: look.primary,
    pdfAccentColor: look.accent,
    logoUrl: logo && OBJECTS_PATH + logo.key,
  };
}

/** A drawing of a revision's content, in its language and on its paper, with what it replaces. */
export function toIssuedDocument(document: DocumentData, body: RevisionBody): DocumentData {
  const replaced = describeReplaced(body.revision);
  return {
    ...document,
    ...body.language,
    paper: body.paper,
    ...(replaced === undefined ? {} : { replaced }),
  };
}

/** Those that are being drawn: many who ask at once have thousands of lines prepared once. */
const firstDrawings = new Map<string, Promise<NamedPdf>>();

/**
 * A revision's own PDF: content and pay link, never what became of it. Drawn once; from then on these
 * bytes, whatever engine and faces draw by then.
 * @param draw the content, for the first drawing
 * @param known its stored PDF, where the caller has just read it
 */
export function revisionPdf(
  services: DocumentServices,
  { id, document, body, hash }: StoredRevision,
  number: string,
  draw: () => Promise<DocumentData>,
  known?: Buffer,
): NamedPdf {
  const { businessId } = document;
  const db = services.db.orm;
  const seller = sellerAsIssued(body);
  const prepare = async () => {
    const at = new Date(body.revision.issuedAt);
    return prepareDocumentPdf(services, toIssuedDocument(await draw(), body), seller, at);
  };
  return {
    fileName: documentFileName({ number, businessName: seller.businessName }),
    fingerprint: hash,
    async draw(asker, signal) {
      const kept = known ?? (await findStoredPdf(db, businessId, id));
      if (kept) return kept;
      const name = `${businessId} ${id}`;
      const prepared = firstDrawings.get(name) ?? prepare();
      firstDrawings.set(name, prepared);
      try {
        const pdf = await (await prepared).draw(asker, signal);
        // A logo that cannot be read just now is not missing for ever.
        const isWhole =
          body.logo === null || (await readLetterhead(services, seller)) !== undefined;
        return isWhole ? await keepPdf(db, businessId, id, pdf) : pdf;
      } finally {
        firstDrawings.delete(name);
      }
    },
  };
}
