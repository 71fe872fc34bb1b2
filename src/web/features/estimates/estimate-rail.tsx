import {
  IconCircleCheck,
  IconDownload,
  IconEye,
  IconFileInvoice,
  IconPencil,
  IconSend,
  IconThumbDown,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import classes from '../../documents/detail/document-rail.module.css';
import {
  RailCustomer,
  RailHead,
  RailHistory,
  RailLink,
} from '../../documents/detail/document-rail.tsx';
import { EstimateBadge } from '../../documents/estimate-badge.tsx';
import { useBusiness } from '../../documents/use-business.ts';
import { Button } from '../../ui/button.tsx';
import type { AskedEstimates } from './estimate-dialogs.tsx';
import { downloadPdf, viewPdf } from './estimate-files.ts';
import { estimateHistoryWords } from './estimate-history-words.ts';
import { timeWords } from './expiry-words.ts';

/** What an estimate's state is. */
export function EstimateHead({ estimate }: { estimate: EstimateDetail }) {
  const { today, profile } = useBusiness();
  const { words, late } = timeWords(estimate, today, profile?.timeZone);
  return (
    <RailHead badge={<EstimateBadge status={estimate.status} />} amount={estimate.total}>
      <p className={classes.time}>
        {words}
        {late && <span className={classes.late}>{late}</span>}
      </p>
    </RailHead>
  );
}

interface ActionProps {
  estimate: EstimateDetail;
  asked: AskedEstimates;
  onEdit: () => void;
}

/** What to do next: the first step for its status, then the others. */
export function EstimateActionButtons({ estimate, asked, onEdit }: ActionProps) {
  const { status, invoice } = estimate;
  const set = (next: EstimateStatus) => () => asked.setStatus(estimate, next);
  const answers = (
    <>
      <div className={classes.primary}>
        <Button
          wide
          variant="primary"
          icon={IconCircleCheck}
          writes
          onClick={() => asked.ask(estimate, 'accept')}
        >
          Mark as Accepted
        </Button>
      </div>
      <Button
        wide
        className={classes.primary}
        icon={IconThumbDown}
        writes
        busy={asked.busy}
        onClick={set('rejected')}
      >
        Mark as Rejected
      </Button>
    </>
  );
  const markSent = (
    <div className={classes.primary}>
      <Button wide variant="primary" icon={IconSend} writes busy={asked.busy} onClick={set('sent')}>
        Mark as Sent
      </Button>
    </div>
  );
  const steps: Record<EstimateStatus, ReactNode> = {
    draft: (
      <>
        {markSent}
        <Button
          wide
          className={classes.primary}
          icon={IconFileInvoice}
          writes
          onClick={() => asked.ask(estimate, 'convert')}
        >
          Convert to Invoice
        </Button>
      </>
    ),
    sent: answers,
    accepted: invoice && !invoice.deleted && (
      <Button
        wide
        variant="primary"
        className={classes.primary}
        icon={IconFileInvoice}
        to={`/invoices/${invoice.id}`}
      >
        Open {invoice.invoiceNumber}
      </Button>
    ),
    rejected: markSent,
    expired: answers,
  };
  return (
    <div className={classes.actions}>
      {steps[status]}
      <Button wide icon={IconEye} reads onClick={() => viewPdf(estimate)}>
        View
      </Button>
      <Button wide icon={IconDownload} reads onClick={() => downloadPdf(estimate)}>
        Download PDF
      </Button>
      {!invoice && (
        <Button wide className={classes.primary} icon={IconPencil} writes onClick={onEdit}>
          Edit
        </Button>
      )}
    </div>
  );
}

interface FactsProps {
  estimate: EstimateDetail;
  onDelete: () => void;
}

/** Its invoice, history and customer, and the way to delete it. */
export function EstimateFacts({ estimate, onDelete }: FactsProps) {
  const { invoice } = estimate;
  return (
    <>
      {invoice && (
        <RailLink title="Invoice">
          {invoice.deleted ? (
            <p>{invoice.invoiceNumber} was deleted.</p>
          ) : (
            <Link to={`/invoices/${invoice.id}`}>{invoice.invoiceNumber}</Link>
          )}
        </RailLink>
      )}
      <RailHistory events={estimate.history} words={estimateHistoryWords} />
      <RailCustomer customer={estimate.customer} />
      <section className={classes.section}>
        <Button
          variant="danger"
          size="sm"
          icon={IconTrash}
          className={classes.delete}
          writes
          onClick={onDelete}
        >
          Delete estimate
        </Button>
      </section>
    </>
  );
}
