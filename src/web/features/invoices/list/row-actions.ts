import { createContext, useContext } from 'react';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';

/** What a row's menu and its next step lead to. Stable, so that rows are drawn once. */
export interface RowActions {
  open: (invoice: Invoice) => void;
  edit: (invoice: Invoice) => void;
  markPaid: (invoice: Invoice) => void;
  markSent: (invoice: Invoice) => void;
  sendEmail: (invoice: Invoice) => void;
  /** To be called within the click: it copies. */
  paymentLink: (invoice: Invoice) => void;
  testPayment: (invoice: Invoice) => void;
  remove: (invoice: Invoice) => void;
}

const Context = createContext<RowActions | undefined>(undefined);
export const RowActionsProvider = Context.Provider;

export function useRowActions(): RowActions {
  const actions = useContext(Context);
  if (!actions) throw new Error('Rows stand inside a RowActionsProvider');
  return actions;
}
