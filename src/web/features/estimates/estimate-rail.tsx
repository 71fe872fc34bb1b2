import { Link } from 'react-router';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import {
  installmentRows,
  planLabel,
} from '../../../shared/documents/installments/sheet-installments.ts';
import { storedSheet } from '../../../shared/documents/sheet-of-content.ts';
import { isNotEmailed } from '../../../shared/emails/undelivered.ts';
import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { isPositive, money } from '../../../shared/money/money.ts';
import type {
  DocumentAction,
  DocumentActionsProps,
} from '../../documents/detail/document-actions.tsx';
import { DocumentActions } from '../../documents/detail/document-actions.tsx';
import {
  RailCustomer,
  RailHead,
  RailHistory,
  RailLink,
  RailTiming,
} from '../../documents/detail/document-rail.tsx';
import { RailVersions } from '../../documents/detail/document-versions.tsx';
import { RailPlan } from '../../documents/detail/rail-plan.tsx';
import { NotEmailed } from '../../documents/email/not-emailed.tsx';
import { EstimateBadge } from '../../documents/estimate-badge.tsx';
import { useBusiness } from '../../documents/use-business.ts';
import { IconFileInvoice, IconReceipt2 } from '../../ui/icons.ts';
import { writeAction } from '../../ui/menu.tsx';
import { EstimateAcceptance } from './estimate-acceptance.tsx';
import { EstimateDeposits } from './estimate-deposits.tsx';
import type { EstimateCommands } from './estimate-menu.ts';
import { estimateMenu } from './estimate-menu.ts';
import { formatEstimateEvent } from './format-estimate-event.ts';
import { formatExpiryDate } from './format-expiry-date.ts';

/** What an estimate's state is. */
export function EstimateHead({ estimate }: { estimate: EstimateDetail }) {
  const { today, profile } = useBusiness();
  const { words, late } = formatExpiryDate(estimate, today, profile?.timeZone);
  return (
    <RailHead
      badge={
        <span className="flex flex-wrap items-center gap-2">
          <EstimateBadge status={estimate.status} isViewed={estimate.viewedAt !== null} />
          {isNotEmailed(estimate) && <NotEmailed />}
        </span>
      }
      amount={money(estimate.total, estimate.currency)}
    >
      <RailTiming words={words} late={late} />
    </RailHead>
  );
}

interface ActionProps {
  estimate: EstimateDetail;
  busy: boolean;
  commands: EstimateCommands;
  onDeposit: () => void;
}

/** The next step by its state, then what is often wanted, then the rest. */
export function EstimateActionButtons({ estimate, busy, commands, onDeposit }: ActionProps) {
  const { status, invoice, leftToInvoice, currency } = estimate;
  const askForDeposit = writeAction('Ask for a deposit', IconReceipt2, onDeposit);
  const isInvoiced = invoice !== null || !isPositive(money(leftToInvoice, currency));
  const deposit = isInvoiced ? [] : [askForDeposit];
  const menu = estimateMenu(estimate, commands);
  const { sendEmail, share, download, edit, view, duplicate, accept, convert } = menu;
  const markSent = { ...menu.markSent, busy };
  const reject = { ...menu.reject, busy };
  const open: DocumentAction = {
    label: `Open ${invoice?.invoiceNumber || 'invoice'}`,
    icon: IconFileInvoice,
    to: `/invoices/${invoice?.id}`,
    onClick: () => undefined,
  };
  const isOpen = invoice !== null && !invoice.deleted;
  const shapes: Record<
    EstimateStatus,
    Pick<DocumentActionsProps, 'primary' | 'others' | 'more'>
  > = {
    draft: {
      primary: sendEmail,
      others: [markSent, download, edit],
      more: [
        [convert, ...deposit],
        [view, duplicate],
      ],
    },
    sent: {
      ...(isNotEmailed(estimate)
        ? { primary: sendEmail, others: [accept, download, edit] }
        : { primary: accept, others: [sendEmail, download, edit] }),
      more: [[reject], deposit, [view, duplicate]].filter((group) => group.length > 0),
    },
    accepted: {
      primary: isOpen ? open : invoice ? download : convert,
      others: [...deposit, ...(isOpen || !invoice ? [download] : [])],
      more: [[view, duplicate]],
    },
    rejected: { primary: markSent, others: [download, edit], more: [[view, duplicate]] },
    expired: { primary: accept, others: [download, edit], more: [[reject], [view, duplicate]] },
  };
  const { primary, others, more } = shapes[status];
  return (
    <DocumentActions
      label={`More for ${shownNumber(estimate.estimateNumber)}`}
      primary={primary}
      share={share}
      others={invoice ? others.filter((action) => action !== edit) : others}
      more={[...more, [{ ...menu.remove, label: 'Delete estimate' }]]}
    />
  );
}

/** Its invoice, history and customer. */
export function EstimateFacts({ estimate }: { estimate: EstimateDetail }) {
  const { invoice } = estimate;
  const sheet = storedSheet('estimate', estimate);
  return (
    <>
      {invoice && (
        <RailLink title="Invoice">
          {invoice.deleted ? (
            <p>{shownNumber(invoice.invoiceNumber)} was deleted.</p>
          ) : (
            <Link to={`/invoices/${invoice.id}`}>{shownNumber(invoice.invoiceNumber)}</Link>
          )}
        </RailLink>
      )}
      <EstimateAcceptance estimate={estimate} />
      <EstimateDeposits estimate={estimate} />
      <RailPlan
        title={planLabel(sheet)}
        rows={installmentRows(sheet.installments, sheet.currency)}
      />
      <RailVersions kind="estimate" document={estimate} />
      <RailHistory events={estimate.history} words={formatEstimateEvent} />
      <RailCustomer customer={estimate.customer} />
    </>
  );
}
