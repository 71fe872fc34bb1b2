import {
  IconCircleCheck,
  IconDownload,
  IconEye,
  IconFileInvoice,
  IconMail,
  IconPencil,
  IconSend,
  IconShare2,
  IconThumbDown,
  IconTrash,
} from '@tabler/icons-react';
import type { Estimate } from '../../../shared/estimates/estimate.contract.ts';
import { sendRefusal } from '../../../shared/estimates/estimate-status.ts';
import type { MenuAction } from '../../ui/menu.tsx';
import { downloadPdf, viewPdf } from './estimate-files.ts';

/** What an estimate's page and its card in the list lead to. */
export interface EstimateCommands {
  edit: (estimate: Estimate) => void;
  sendEmail: (estimate: Estimate) => void;
  share: (estimate: Estimate) => void;
  markSent: (estimate: Estimate) => void;
  accept: (estimate: Estimate) => void;
  reject: (estimate: Estimate) => void;
  convert: (estimate: Estimate) => void;
  remove: (estimate: Estimate) => void;
}

/** Everything that can be done with an estimate; the page and the menus choose by its state. */
export function estimateMenu(estimate: Estimate, commands: EstimateCommands) {
  const { invoice, status } = estimate;
  const converted =
    invoice && `This estimate became invoice ${invoice.invoiceNumber}. Change the invoice instead.`;
  return {
    edit: {
      label: 'Edit',
      icon: IconPencil,
      writes: true,
      onClick: () => commands.edit(estimate),
      ...(converted ? { disabledReason: converted } : {}),
    },
    view: { label: 'View', icon: IconEye, reads: true, onClick: () => viewPdf(estimate) },
    download: {
      label: 'Download PDF',
      icon: IconDownload,
      reads: true,
      onClick: () => downloadPdf(estimate),
    },
    sendEmail: {
      label: 'Send by email',
      icon: IconMail,
      writes: true,
      onClick: () => commands.sendEmail(estimate),
      disabledReason: sendRefusal(status),
    },
    share: { label: 'Share', icon: IconShare2, onClick: () => commands.share(estimate) },
    markSent: {
      label: 'Mark as Sent',
      icon: IconSend,
      writes: true,
      onClick: () => commands.markSent(estimate),
    },
    accept: {
      label: 'Mark as Accepted',
      icon: IconCircleCheck,
      writes: true,
      onClick: () => commands.accept(estimate),
    },
    reject: {
      label: 'Mark as Rejected',
      icon: IconThumbDown,
      writes: true,
      onClick: () => commands.reject(estimate),
    },
    convert: {
      label: 'Convert to Invoice',
      icon: IconFileInvoice,
      writes: true,
      onClick: () => commands.convert(estimate),
    },
    remove: {
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      writes: true,
      onClick: () => commands.remove(estimate),
    },
  } satisfies Record<string, MenuAction>;
}
