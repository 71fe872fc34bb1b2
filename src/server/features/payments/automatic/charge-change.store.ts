import { and, eq, isNull, or } from 'drizzle-orm';
import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import type { Transaction } from '../../../db/database.ts';
import { automaticChargeChanges } from '../../../db/tables/automatic-payment.table.ts';

interface Change {
  businessId: string;
  invoiceId: number;
  /** null is of the whole invoice. */
  dueDate: CalendarDate | null;
  /** null leaves it out. */
  movedTo: CalendarDate | null;
  createdAt: Date;
}

/**
 * Puts a charge back as it is planned: of a due date, and of the whole invoice. Its invoice is locked.
 * @returns whether it was changed
 */
export async function deleteChange(
  tx: Transaction,
  { businessId, invoiceId }: Pick<Change, 'businessId' | 'invoiceId'>,
  due: CalendarDate,
): Promise<boolean> {
  const { dueDate } = automaticChargeChanges;
  const gone = await tx
    .delete(automaticChargeChanges)
    .where(
      and(
        eq(automaticChargeChanges.businessId, businessId),
        eq(automaticChargeChanges.invoiceId, invoiceId),
        or(eq(dueDate, due), isNull(dueDate)),
      ),
    )
    .returning({ id: automaticChargeChanges.id });
  return gone.length > 0;
}

/** Takes the place of what was changed before. @param due the due date that it is about now */
export async function saveChange(
  tx: Transaction,
  change: Change,
  due: CalendarDate,
): Promise<void> {
  await deleteChange(tx, change, due);
  await tx.insert(automaticChargeChanges).values(change);
}
