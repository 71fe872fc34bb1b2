import { useMemo } from 'react';
import type { RecurringDetail } from '../../../shared/recurring/recurring.contract.ts';
import { DocumentEditor } from '../../documents/editor/document-editor.tsx';
import type { EditorSlots } from '../../documents/editor/editor-context.ts';
import { useEditorBusiness } from '../../documents/editor/use-editor-business.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { recurringCalls, recurringKindFor } from './recurring-kind.ts';

interface Props extends EditorSlots {
  /** The one to edit; undefined for a new one. */
  id: number | undefined;
  /** The invoice that a new one says the same as. */
  invoiceId?: number | undefined;
  onClose: () => void;
  onSaved?: (saved: RecurringDetail) => void;
}

/** The editor of invoices, with a schedule in place of number and dates. */
export function RecurringEditor({ id, invoiceId, ...props }: Props) {
  const { business, loading } = useEditorBusiness();
  const { rates } = business;
  const { today } = useBusiness();
  const calls = useMemo(() => recurringCalls(rates, today), [rates, today]);
  const usualDays = business.defaults.invoiceDueDays;
  const kind = useMemo(() => recurringKindFor(usualDays), [usualDays]);
  // Taxes are read by the rates that they refer to.
  if (loading) return null;
  return <DocumentEditor kind={kind} calls={calls} documentId={id} copyOf={invoiceId} {...props} />;
}
