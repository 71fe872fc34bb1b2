import { createContext, useContext } from 'react';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import type { InvoiceCommands } from '../invoice-menu.ts';

/** What a row's menu and its next step lead to. Stable, so that rows are drawn once. */
export interface RowActions extends InvoiceCommands {
  open: (invoice: Invoice) => void;
}

const Context = createContext<RowActions | undefined>(undefined);
export const RowActionsProvider = Context.Provider;

export function useRowActions(): RowActions {
  const actions = useContext(Context);
  if (!actions) throw new Error('Rows stand inside a RowActionsProvider');
  return actions;
}
