import type { DocumentRef } from '../../../shared/documents/document-ref.ts';
import { PUBLIC_ID } from '../../../shared/documents/public-document.contract.ts';
import { atMostForEach } from '../../platform/http/at-most.ts';
import type { Services } from '../../platform/http/services.ts';
import { VISITOR_LIMITS } from '../../platform/limits/limit-rules.ts';
import { locatePublicDocument } from './public-documents.store.ts';

/** By address: reading a document of thousands of lines holds everybody up for a moment. */
export const readingTurn = atMostForEach(2);

const nobody = async () => undefined;

/**
 * Counts what somebody asks of a document's link, by where it is asked from and by the link.
 * @param id a public id; what is none is nobody's link, and is not counted
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function limitVisits(
  { db, limits }: Pick<Services, 'db' | 'limits'>,
  document: DocumentRef['of'],
  what: keyof typeof VISITOR_LIMITS,
  address: string,
  id: string,
): Promise<void> {
  if (!PUBLIC_ID.test(id)) return;
  const { of, address: byAddress, link } = VISITOR_LIMITS[what];
  await limits.count(`${what} by ${address}`, byAddress, `${of} from your network`);
  // Only of links that exist: anybody could make up others, each with a row of its own.
  if (!(await locatePublicDocument(db.orm, document, id, nobody))) return;
  await limits.count(`${what} of ${id}`, link, `${of} with this link`);
}
