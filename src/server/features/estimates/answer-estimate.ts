import { takesLines } from '../../../shared/documents/line-choice.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ChoiceMade } from '../../../shared/estimates/estimate-answer.ts';
import type {
  AcceptEstimateInput,
  DeclineEstimateInput,
} from '../../../shared/estimates/public-estimate.contract.ts';
import { requireAmount } from '../../../shared/money/check-amount.ts';
import { compareMoney, money, readMoney } from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import { withSavepoint, withTransaction } from '../../db/with-transaction.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Services } from '../../platform/http/services.ts';
import { requireLive } from '../../platform/records/change-record.ts';
import type { Viewer } from '../documents/index.ts';
import { bodyOfKind, findRevision } from '../documents/index.ts';
import { queueAcceptance } from '../emails/index.ts';
import { issueAndSendIn } from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { makeAccepted } from './change-estimate.ts';
import type { MadeInvoice } from './convert-estimate.ts';
import { withInvoiceNumber } from './convert-estimate.ts';
import { estimateToSend } from './estimate-to-send.ts';
import type { StoredEstimate } from './estimate.store.ts';
import {
  findAnswer,
  findLastAnswer,
  insertAnswer,
  insertEstimateEvent,
  lockEstimate,
  updateEstimateRow,
} from './estimate.store.ts';
import { resolvePublicEstimate } from './public-estimate.ts';
import { readChoice, withChoice } from './read-choice.ts';
import { readEstimate } from './read-estimates.ts';
import type { OpenEstimate } from './require-open.ts';
import { requireOpen } from './require-open.ts';
import { editEstimateIn } from './save-estimate.ts';

/** Who answers, and from where. */
interface Visitor {
  viewer: Viewer;
  client: Client;
}

type AnswerServices = Pick<Services, 'db' | 'clock'>;

/**
 * Accepts an estimate in its customer's name, once: the row lock lets one answer in. The very same acceptance
 * changes nothing when it comes again; another is refused. What the owner wants made of it commits with it.
 * Where that cannot be made, the acceptance stands, and its owner is told why.
 * @throws AppError NOT_FOUND, NOT_AVAILABLE, STALE (it says something else by now), CONFLICT (accepted
 *   otherwise or by the business, declined, expired; the business itself)
 */
export async function acceptEstimate(
  services: AnswerServices,
  { id: publicId, hash, name, signature, choice, total }: AcceptEstimateInput,
  visitor: Visitor,
): Promise<void> {
  const { businessId, id } = await findAnswerable(services, publicId, visitor);
  await withInvoiceNumber(() =>
    withTransaction(services.db, async (tx) => {
      const stored = requireLive('Estimate', await lockEstimate(tx, businessId, id));
      if (await isAcceptedAs(tx, stored, { hash, name, choice, total })) return;
      const now = services.clock.now();
      const offered = await requireOpen(tx, stored, hash, now);
      const chosen = await choose(tx, stored, { offered, choice, total }, now);
      const { seen, choiceMade } = chosen;
      const acceptanceNumber = await insertAnswer(tx, stored, {
        ...describeAnswer(seen, visitor, now),
        choice: choiceMade,
        answer: 'accepted',
        name,
        way: signature.way,
        strokes: signature.way === 'drawn' ? signature.strokes : null,
        terms: bodyOfKind(seen.revision.body, 'estimate').content.terms,
      });
      const accepted = { status: 'accepted', acceptanceNumber, updatedAt: now } as const;
      await updateEstimateRow(tx, businessId, id, accepted);
      const { made, reason } = await follow(
        tx,
        { ...chosen.stored, ...accepted },
        seen.profile,
        now,
      );
      const told = {
        name,
        ...(choiceMade ? { chosen: choiceMade.changes } : {}),
        ...(stored.deposit ? {} : made),
      };
      await insertEstimateEvent(tx, stored, 'estimate.accepted', told, now);
      if (reason !== undefined) {
        await insertEstimateEvent(tx, stored, 'estimate.not_followed', { reason }, now);
      }
      const estimate = await readEstimate(tx, businessId, id);
      await queueAcceptance(tx, estimateToSend(businessId, estimate), now);
    }),
  );
}

/**
 * Declines an estimate in its customer's name; one that was declined online before is left as it is.
 * @throws AppError as acceptEstimate
 */
export async function declineEstimate(
  services: AnswerServices,
  { id: publicId, hash, reason = null }: DeclineEstimateInput,
  visitor: Visitor,
): Promise<void> {
  const { businessId, id } = await findAnswerable(services, publicId, visitor);
  await withTransaction(services.db, async (tx) => {
    const stored = requireLive('Estimate', await lockEstimate(tx, businessId, id));
    if (stored.status === 'rejected' && (await isDeclined(tx, stored))) return;
    const now = services.clock.now();
    const seen = await requireOpen(tx, stored, hash, now);
    const answer = { ...describeAnswer(seen, visitor, now), answer: 'declined', reason } as const;
    await insertAnswer(tx, stored, answer);
    await updateEstimateRow(tx, businessId, id, { status: 'rejected', updatedAt: now });
    await insertEstimateEvent(tx, stored, 'estimate.declined', { reason }, now);
  });
}

/**
 * Makes an open estimate say what its customer chose of it, as a version of its own.
 * @returns what is accepted then
 * @throws AppError VALIDATION for what was not offered; STALE where it comes to another total than
 *   what was shown
 */
async function choose(
  tx: Transaction,
  stored: StoredEstimate,
  {
    offered,
    choice = [],
    total,
  }: { offered: OpenEstimate } & Pick<AcceptEstimateInput, 'choice' | 'total'>,
  now: Date,
): Promise<{ stored: StoredEstimate; seen: OpenEstimate; choiceMade: ChoiceMade | null }> {
  const chosen = await readChoice(tx, stored, choice);
  const as = { stored, seen: offered, choiceMade: null };
  const shown = total ?? stored.total;
  if (!chosen) {
    requireTotal(stored, shown);
    return as;
  }
  const { businessId, id } = stored;
  await withChoice(() => editEstimateIn(tx, stored, { id, lineItems: chosen.lines }, now));
  const changed = requireLive('Estimate', await lockEstimate(tx, businessId, id));
  requireTotal(changed, shown);
  const revision = await findRevision(tx, { of: 'estimate', businessId, id });
  if (!revision) throw new Error('An estimate that is out has a version');
  const choiceMade = { offered: offered.revision.number, changes: chosen.changes };
  return { stored: changed, seen: { ...offered, revision }, choiceMade };
}

/** Whether an estimate was accepted online by just this: the same version, name, choice and total. */
async function isAcceptedAs(
  tx: Transaction,
  stored: StoredEstimate,
  {
    hash,
    name,
    choice = [],
    total,
  }: Pick<AcceptEstimateInput, 'hash' | 'name' | 'choice' | 'total'>,
): Promise<boolean> {
  const { businessId, id, acceptanceNumber } = stored;
  if (acceptanceNumber === null) return false;
  const kept = await findAnswer(tx, stored, acceptanceNumber);
  if (!kept || kept.name !== name) return false;
  const read = (number: number) => findRevision(tx, { of: 'estimate', businessId, id }, number);
  const offered = await read(kept.choice?.offered ?? kept.revision);
  const accepted = await read(kept.revision);
  if (!offered || !accepted || offered.hash !== hash) return false;
  const whole = money(kept.total, kept.currency);
  const seen = total === undefined ? whole : readMoney(total, kept.currency);
  if (!seen || compareMoney(seen, whole) !== 0) return false;
  const linesOf = ({ body }: typeof offered) => bodyOfKind(body, 'estimate').content.lineItems;
  return takesLines(linesOf(offered), choice, linesOf(accepted));
}

/** @throws AppError STALE; VALIDATION for what is no amount of its currency */
function requireTotal({ total, currency }: StoredEstimate, shown: string): void {
  const seen = requireAmount(shown, currency, 'total', 'Total');
  if (compareMoney(money(total, currency), seen) === 0) return;
  const message = 'The total is another one by now. Look at it again before you accept.';
  throw new AppError('STALE', message);
}

const isDeclined = async (tx: Transaction, stored: StoredEstimate): Promise<boolean> =>
  (await findLastAnswer(tx, stored))?.answer === 'declined';

/** @throws AppError NOT_FOUND, NOT_AVAILABLE; CONFLICT for whoever is the business */
async function findAnswerable(services: AnswerServices, publicId: string, { viewer }: Visitor) {
  const found = await resolvePublicEstimate(services, publicId, viewer);
  const { businessId, estimate } = found;
  if ((await viewer())?.businessId === businessId) {
    throw new AppError(
      'CONFLICT',
      'You are signed in as the business. Open the estimate in Remit to mark it as accepted or rejected.',
    );
  }
  return { businessId, id: estimate.id };
}

function describeAnswer({ revision, profile }: OpenEstimate, { client }: Visitor, now: Date) {
  const { currency, total } = bodyOfKind(revision.body, 'estimate').content;
  return {
    timeZone: profile.timeZone,
    ipAddress: client.address,
    userAgent: client.agent,
    currency,
    total,
    revision: revision.number,
    sha256: revision.sha256,
    hash: revision.hash,
    createdAt: now,
  };
}

/**
 * Makes what its owner wants made of an estimate that is accepted now.
 * @returns what was made; or why it could not be
 */
async function follow(
  tx: Transaction,
  stored: StoredEstimate,
  profile: ProfileRow,
  now: Date,
): Promise<{ made?: MadeInvoice | undefined; reason?: string }> {
  const wanted = stored.onAcceptance ?? profile.onAcceptance;
  if (wanted === 'nothing') return {};
  try {
    return await withSavepoint(tx, async () => {
      const made = await makeAccepted(tx, stored, now);
      if (!made || wanted === 'draft') return { made };
      const invoiceNumber = await issueAndSendIn(tx, stored.businessId, made.invoiceId, now);
      return { made: { ...made, invoiceNumber } };
    });
  } catch (error) {
    if (error instanceof AppError) return { reason: error.message };
    throw error;
  }
}
