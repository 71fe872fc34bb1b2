import { IconCalendar, IconDots, IconEye, IconFileInvoice } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { CreditNote } from '../../../shared/credit-notes/credit-note.contract.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { CreditNoteBadge } from '../../documents/credit-note-badge.tsx';
import classes from '../../documents/document-card.module.css';
import { UndeliveredLink } from '../../documents/email/undelivered-mark.tsx';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import card from '../../ui/index-card.module.css';
import { Menu } from '../../ui/menu.tsx';
import type { CreditNoteCommands } from './credit-note-menu.ts';
import { creditNoteMenu } from './credit-note-menu.ts';

interface Props {
  creditNote: CreditNote;
  commands: CreditNoteCommands;
}

/** A credit note as an index card: to whom, for which invoice, and what it comes to. */
export function CreditNoteCard({ creditNote, commands }: Props) {
  const { creditNoteNumber, status, customer, correctedInvoice, total, currency } = creditNote;
  const menu = creditNoteMenu(creditNote, commands);
  const page = `/credit-notes/${creditNote.id}`;
  const isDraft = status === 'draft';
  return (
    <li className={card.card}>
      <div className={cx(card.head, classes.head)}>
        <div className={card.title}>
          <h2>
            <Link to={page} className={classes.number}>
              {creditNoteNumber}
            </Link>
          </h2>
          <p dir="auto">{customer.name}</p>
          <p dir="auto" className={customer.company ? undefined : card.none}>
            {customer.company ?? 'No company'}
          </p>
        </div>
        <span className={classes.state}>
          <UndeliveredLink undelivered={creditNote.undelivered} to={page} />
          <CreditNoteBadge status={status} />
        </span>
      </div>
      <div className={card.lines}>
        <div>
          <Icon as={IconCalendar} />
          <dl className={classes.date}>
            <dt>Issued</dt>
            <dd>{formatDate(creditNote.issueDate)}</dd>
          </dl>
        </div>
        <div>
          <Icon as={IconFileInvoice} />
          <dl className={classes.date}>
            <dt>Corrects</dt>
            <dd className={correctedInvoice ? undefined : card.none}>
              {correctedInvoice ? (
                <Link to={`/invoices/${correctedInvoice.invoiceId}`} className={classes.number}>
                  {correctedInvoice.invoiceNumber}
                </Link>
              ) : (
                'No invoice'
              )}
            </dd>
          </dl>
        </div>
      </div>
      <div className={cx(card.foot, classes.foot)}>
        <b className={classes.total}>{formatMoney(money(total, currency))}</b>
        <div className={cx(card.actions, classes.actions)}>
          <IconButton
            size="sm"
            icon={IconEye}
            label={`View ${creditNoteNumber}`}
            reads
            onClick={menu.view.onClick}
          />
          <Menu
            label={`Actions for ${creditNoteNumber}`}
            target={
              <IconButton
                size="sm"
                tooltip={false}
                icon={IconDots}
                label={`Actions for ${creditNoteNumber}`}
              />
            }
            groups={[
              isDraft ? [menu.edit, menu.download] : [menu.download],
              [menu.share, menu.sendEmail],
              isDraft ? [menu.issue] : [],
              isDraft ? [menu.remove] : [],
            ]}
          />
        </div>
      </div>
    </li>
  );
}
