import { sql } from 'drizzle-orm';
import type { Break } from '../../../shared/documents/revision.contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ChoiceMade } from '../../../shared/estimates/estimate-answer.ts';
import { compareMoney, money } from '../../../shared/money/money.ts';
import type { Queryable } from '../../db/database.ts';
import { canonicalJson } from '../../platform/canonical/canonical-json.ts';
import { bodyOfKind, findRevision } from '../documents/index.ts';

/** Estimates at a time. */
const PAGE = 100;

/** An answer as its row keeps it. */
interface Answer {
  number: number;
  answer: 'accepted' | 'declined';
  name: string | null;
  terms: string | null;
  choice: ChoiceMade | null;
  reason: string | null;
  currency: string;
  total: string;
  revision: number;
  sha256: string;
  hash: string;
  at: string;
}

/** What the history tells of it: it was written in the same transaction, at the same moment. */
interface Told {
  answer: Answer['answer'];
  name: string | null;
  reason: string | null;
  chosen: unknown;
  at: string;
}

interface Answered {
  id: string;
  document: string;
  acceptanceNumber: number | null;
  answers: Answer[];
  told: Told[];
}

/**
 * Whether what customers answered is what they answered: each answer beside the version that it names
 * and what the history tells of it. What stands nowhere else (the signature's strokes, the network
 * address, the browser) cannot be compared. Changes nothing.
 * @param id one estimate
 */
export async function verifyAnswers(
  db: Queryable,
  businessId: string,
  id: number | undefined,
): Promise<Break[]> {
  const breaks: Break[] = [];
  for (let after = 0; ;) {
    const page = await readPage(db, businessId, after, id);
    for (const estimate of page) {
      for (const fault of await verifyEstimate(db, businessId, estimate)) {
        const { document } = estimate;
        breaks.push({
          kind: 'estimate',
          id: Number(estimate.id),
          document,
          revision: null,
          fault,
        });
      }
    }
    const last = page.at(-1);
    if (!last) return breaks;
    after = Number(last.id);
  }
}

/** Estimates that were answered, by their rows or by what is told of them. */
async function readPage(
  db: Queryable,
  businessId: string,
  after: number,
  id: number | undefined,
): Promise<Answered[]> {
  // An acceptance that the owner marked names nobody.
  const isTold = sql`(e.type = 'estimate.declined' or (e.type = 'estimate.accepted' and e.data ? 'name'))`;
  const { rows } = await db.execute<Answered & Record<string, unknown>>(sql`
    select d.id, d.estimate_number as document, d.acceptance_number as "acceptanceNumber",
      (select coalesce(json_agg(json_build_object('number', a.number, 'answer', a.answer,
        'name', a.name, 'terms', a.terms, 'choice', a.choice, 'reason', a.reason,
        'currency', a.currency, 'total', a.total::text, 'revision', a.revision, 'sha256', a.sha256,
        'hash', a.hash, 'at', a.created_at) order by a.number), '[]'::json)
       from estimate_answers a
       where a.business_id = ${businessId} and a.estimate_id = d.id) as answers,
      (select coalesce(json_agg(json_build_object('answer', split_part(e.type, '.', 2),
        'name', e.data ->> 'name', 'reason', e.data ->> 'reason', 'chosen', e.data -> 'chosen',
        'at', e.created_at) order by e.id), '[]'::json)
       from events e
       where e.business_id = ${businessId} and e.estimate_id = d.id and ${isTold}) as told
    from estimates d
    where d.business_id = ${businessId} and d.id > ${after}
      ${id === undefined ? sql`` : sql`and d.id = ${id}`}
      and (d.acceptance_number is not null
        or exists (select from estimate_answers a
          where a.business_id = ${businessId} and a.estimate_id = d.id)
        or exists (select from events e
          where e.business_id = ${businessId} and e.estimate_id = d.id and ${isTold}))
    order by d.id limit ${PAGE}`);
  return rows;
}

async function verifyEstimate(
  db: Queryable,
  businessId: string,
  { id, answers, told, acceptanceNumber }: Answered,
): Promise<Set<Break['fault']>> {
  const faults = new Set<Break['fault']>();
  // As many as are told are these, in their order; otherwise the moment says which are.
  const untold = [...told];
  for (const [index, answer] of answers.entries()) {
    const place =
      answers.length === told.length ? index : untold.findIndex(({ at }) => at === answer.at);
    const [said] =
      answers.length === told.length ? [told[index]] : place < 0 ? [] : untold.splice(place, 1);
    if (!said) faults.add('answer added');
    else if (!isTold(answer, said)) faults.add('answer altered');
    if (answer.number !== index + 1) faults.add('answer missing');
    const estimate = { of: 'estimate', businessId, id: Number(id) } as const;
    const revision = await findRevision(db, estimate, answer.revision);
    if (!revision || !answersVersion(answer, revision)) faults.add('answer altered');
  }
  if (answers.length < told.length) faults.add('answer missing');
  const accepted = answers.some(
    ({ number, answer }) => number === acceptanceNumber && answer === 'accepted',
  );
  if (acceptanceNumber !== null && !accepted) faults.add('answer missing');
  return faults;
}

const isTold = (answer: Answer, told: Told): boolean =>
  answer.answer === told.answer &&
  answer.name === told.name &&
  answer.reason === told.reason &&
  answer.at === told.at &&
  canonicalJson(answer.choice?.changes ?? null) === canonicalJson(told.chosen ?? null);

/** Whether an answer is one to this version. */
function answersVersion(
  answer: Answer,
  revision: NonNullable<Awaited<ReturnType<typeof findRevision>>>,
): boolean {
  if (answer.sha256 !== revision.sha256 || answer.hash !== revision.hash) return false;
  if (answer.choice && answer.choice.offered >= revision.number) return false;
  try {
    const { currency, total, terms } = bodyOfKind(revision.body, 'estimate').content;
    return (
      answer.currency === currency &&
      compareMoney(money(answer.total, currency), money(total, currency)) === 0 &&
      (answer.answer === 'declined' || answer.terms === terms)
    );
  } catch (error) {
    // The version itself was altered, which is told of it.
    if (error instanceof AppError) return true;
    throw error;
  }
}
