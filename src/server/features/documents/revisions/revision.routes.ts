import type { KindName } from '../../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../../../shared/documents/document-content.ts';
import { ownerApi } from '../../../platform/http/api-context.ts';
import { atMostForEach } from '../../../platform/http/at-most.ts';
import type { Services } from '../../../platform/http/services.ts';
import { REVISION_LISTS_OF_AN_OWNER } from '../../../platform/limits/limit-rules.ts';
import { presentRevision, readRevision, readRevisions } from './read-revisions.ts';

/** Versions of thousands of lines take seconds to be read: a business waits for its own. */
const readingTurn = atMostForEach(1);

/** What a kind's routes add: what was issued of its documents. */
export function issuedRoutes(of: KindName, { db, limits }: Pick<Services, 'db' | 'limits'>) {
  const calls = ownerApi[DOCUMENT_KINDS[of].calls];
  return {
    revisions: calls.revisions.handler(async ({ input, context: { actor } }) => {
      const { businessId } = actor;
      await limits.count(
        `revisions ${businessId}`,
        REVISION_LISTS_OF_AN_OWNER,
        'lists of versions',
      );
      const document = { of, businessId, id: input.id };
      return readingTurn(`list ${businessId}`, () => readRevisions(db.orm, document, input));
    }),
    revision: calls.revision.handler(async ({ input, context: { actor } }) => {
      const document = { of, businessId: actor.businessId, id: input.id };
      return presentRevision(await readRevision(db.orm, document, input.number));
    }),
  };
}
