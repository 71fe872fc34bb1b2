/** The steps that the verbs of all kinds of record have in common. `name` is the kind's, as 'Invoice'. */
import type * as z from 'zod';
import { canBeRestored } from '../../../shared/dates/instants.ts';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';

/** @throws AppError NOT_FOUND for a missing, deleted or foreign record alike */
export function requireLive<Stored extends { deletedAt: Date | null }>(
  name: string,
  stored: Stored | undefined,
): Stored {
  if (!stored || stored.deletedAt) throw notFound(name);
  return stored;
}

/**
 * @param version of the copy that was edited; undefined saves over whatever is stored
 * @param readCurrent the record as it is answered
 * @throws AppError STALE with the `current` record when that is not the stored version
 */
export async function requireVersion(
  name: string,
  stored: { version: number },
  version: number | undefined,
  readCurrent: () => Promise<unknown>,
): Promise<void> {
  if (version === undefined || version === stored.version) return;
  throw new AppError(
    'STALE',
    `This ${name.toLowerCase()} was changed elsewhere since you opened it`,
    { current: await readCurrent() },
  );
}

/**
 * The record whose deletion is to be taken back; undefined where there is none.
 * @throws AppError NOT_FOUND 30 days after the deletion
 */
export function requireRestorable<Stored extends { deletedAt: Date | null }>(
  name: string,
  stored: Stored | undefined,
  now: Date,
): (Stored & { deletedAt: Date }) | undefined {
  if (!stored?.deletedAt) return undefined;
  const { deletedAt } = stored;
  if (!canBeRestored(deletedAt, now)) throw notFound(name);
  return { ...stored, deletedAt };
}

/** A record's fields after an edit: those that the input does not give stay as they are stored. */
export function editedFields<Shape extends z.ZodRawShape, Stored extends Record<string, unknown>>(
  fields: z.ZodObject<Shape>,
  stored: Stored,
  input: Record<string, unknown>,
): Pick<Stored, keyof Shape & keyof Stored> {
  const next = Object.keys(fields.shape).map((name) => [
    name,
    input[name] === undefined ? stored[name] : input[name],
  ]);
  return Object.fromEntries(next) as Pick<Stored, keyof Shape & keyof Stored>;
}
