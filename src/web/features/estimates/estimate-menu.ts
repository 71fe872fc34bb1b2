import { namedInvoice } from '../../../shared/documents/document-number.ts';
import { sendRefusal } from '../../../shared/estimates/estimate-status.ts';
import type { Estimate } from '../../../shared/estimates/estimate.contract.ts';
import { downloadByPrinting } from '../../documents/document-files.ts';
import type { DocumentCommands } from '../../documents/document-menu.ts';
import { documentMenu, duplicateAction } from '../../documents/document-menu.ts';
import { IconCircleCheck, IconFileInvoice, IconThumbDown } from '../../ui/icons.ts';
import type { MenuAction } from '../../ui/menu.tsx';
import { writeAction } from '../../ui/menu.tsx';

/** What an estimate's page and its card in the list lead to. */
export interface EstimateCommands extends DocumentCommands<Estimate> {
  duplicate: (estimate: Estimate) => void;
  accept: (estimate: Estimate) => void;
  reject: (estimate: Estimate) => void;
  convert: (estimate: Estimate) => void;
}

/** Everything that can be done with an estimate; the page and the menus choose by its state. */
export function estimateMenu(estimate: Estimate, commands: EstimateCommands) {
  const { invoice, status } = estimate;
  const converted =
    invoice &&
    `This estimate became ${namedInvoice(invoice.invoiceNumber)}. Change the invoice instead.`;
  const menu = documentMenu('estimate', estimate, {
    ...commands,
    download: (one) => downloadByPrinting('estimate', one),
  });
  return {
    ...menu,
    edit: { ...menu.edit, ...(converted ? { disabledReason: converted } : {}) },
    sendEmail: { ...menu.sendEmail, disabledReason: sendRefusal(status) },
    duplicate: duplicateAction(() => commands.duplicate(estimate)),
    accept: writeAction('Mark as Accepted', IconCircleCheck, () => commands.accept(estimate)),
    reject: writeAction('Mark as Rejected', IconThumbDown, () => commands.reject(estimate)),
    convert: writeAction('Convert to Invoice', IconFileInvoice, () => commands.convert(estimate)),
  } satisfies Record<string, MenuAction>;
}
