import {
  IconCalendar,
  IconCalendarOff,
  IconDots,
  IconEye,
  IconFileInvoice,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { Estimate } from '../../../shared/estimates/estimate.contract.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import classes from '../../documents/document-card.module.css';
import { UndeliveredLink } from '../../documents/email/undelivered-mark.tsx';
import { EstimateBadge } from '../../documents/estimate-badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import card from '../../ui/index-card.module.css';
import { Menu } from '../../ui/menu.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { EstimateCommands } from './estimate-menu.ts';
import { estimateMenu } from './estimate-menu.ts';

interface Props {
  estimate: Estimate;
  commands: EstimateCommands;
}

/** An estimate as an index card: who it is for, how long it holds, and what it comes to. */
export function EstimateCard({ estimate, commands }: Props) {
  const { estimateNumber, status, customer, invoice } = estimate;
  const menu = estimateMenu(estimate, commands);
  return (
    <li className={card.card}>
      <div className={cx(card.head, classes.head)}>
        <div className={card.title}>
          <h2>
            <Link to={`/estimates/${estimate.id}`} className={classes.number}>
              {estimateNumber}
            </Link>
          </h2>
          <p dir="auto">{customer.name}</p>
          <p dir="auto" className={customer.company ? undefined : card.none}>
            {customer.company ?? 'No company'}
          </p>
        </div>
        <span className={classes.state}>
          <UndeliveredLink undelivered={estimate.undelivered} to={`/estimates/${estimate.id}`} />
          <EstimateBadge status={status} />
        </span>
      </div>
      <div className={card.lines}>
        <div>
          <Icon as={IconCalendar} />
          <dl className={classes.date}>
            <dt>Issued</dt>
            <dd>{formatDate(estimate.issueDate)}</dd>
          </dl>
        </div>
        <div>
          <Icon as={IconCalendarOff} />
          <dl className={classes.date}>
            <dt>{status === 'expired' ? 'Expired' : 'Expires'}</dt>
            <dd>{formatDate(estimate.expiryDate)}</dd>
          </dl>
        </div>
      </div>
      <div className={cx(card.foot, classes.foot)}>
        <b className={classes.total}>{formatMoney(money(estimate.total, estimate.currency))}</b>
        <div className={cx(card.actions, classes.actions)}>
          {status === 'draft' && (
            <Button
              size="sm"
              variant="quiet"
              icon={IconFileInvoice}
              title="Convert to Invoice"
              aria-label={`Convert ${estimateNumber} to an invoice`}
              writes
              onClick={() => commands.convert(estimate)}
            >
              Convert
            </Button>
          )}
          {invoice && <Became invoice={invoice} />}
          <IconButton
            size="sm"
            icon={IconEye}
            label={`View ${estimateNumber}`}
            reads
            onClick={menu.view.onClick}
          />
          <Menu
            label={`Actions for ${estimateNumber}`}
            target={
              <IconButton
                size="sm"
                tooltip={false}
                icon={IconDots}
                label={`Actions for ${estimateNumber}`}
              />
            }
            groups={[
              [menu.edit, menu.download],
              [menu.share, menu.sendEmail],
              status === 'draft' ? [menu.convert] : [],
              status === 'sent' ? [menu.accept, menu.reject] : [],
              [menu.remove],
            ]}
          />
        </div>
      </div>
    </li>
  );
}

/** Where a draft has the button that makes it: the invoice, with its number to be seen. */
function Became({ invoice }: { invoice: NonNullable<Estimate['invoice']> }) {
  const { id, invoiceNumber, deleted } = invoice;
  const words = `Became ${invoiceNumber}${deleted ? ', which was deleted' : ''}`;
  return (
    <p className={classes.became} title={words}>
      <Icon as={IconFileInvoice} />
      <VisuallyHidden>Became</VisuallyHidden>
      {deleted ? <s>{invoiceNumber}</s> : <Link to={`/invoices/${id}`}>{invoiceNumber}</Link>}
      {deleted && <VisuallyHidden>, which was deleted</VisuallyHidden>}
    </p>
  );
}
