import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { formatMoney, isPositive, money, subtractMoney } from '../../../shared/money/money.ts';
import { MoneyField } from '../../ui/decimal-field.tsx';
import classes from './invoice-parts.module.css';
import type { Division, OpenInvoice } from './use-division.ts';

interface Props {
  legend: string;
  division: Division;
  /** What is wrong with an invoice's part, in words. */
  findFault: (id: number) => string | undefined;
  onChange: () => void;
}

/** Ticks invoices that a payment settles, each with its part. */
export function InvoiceParts({ legend, division, findFault, onChange }: Props) {
  return (
    <fieldset className={classes.parts}>
      <legend>{legend}</legend>
      <ul>
        {division.invoices.map((invoice) => (
          <li key={invoice.id}>
            <InvoicePart
              invoice={invoice}
              division={division}
              fault={findFault(invoice.id)}
              onChange={onChange}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface PartProps {
  invoice: OpenInvoice;
  division: Division;
  fault: string | undefined;
  onChange: () => void;
}

function InvoicePart({ invoice, division, fault, onChange }: PartProps) {
  const { id, invoiceNumber, currency, nextDueDate } = invoice;
  const due = money(invoice.amountDue, currency);
  const isTicked = division.isTicked(id);
  const part = division.parts.find((one) => one.invoice.id === id)?.part;
  const stays = subtractMoney(due, part ?? money('0', currency));
  return (
    <div className={classes.part}>
      <label className={classes.invoice}>
        <input
          type="checkbox"
          aria-labelledby={`part-${id}`}
          checked={isTicked}
          onChange={() => {
            division.tick(id);
            onChange();
          }}
        />
        <span id={`part-${id}`}>
          <bdi>{invoiceNumber}</bdi>
          <small>
            <span>Due {formatDate(nextDueDate)}</span> <span>{formatMoney(due)} open</span>
          </small>
        </span>
      </label>
      {isTicked && (
        <MoneyField
          label={`Amount for ${invoiceNumber}`}
          labelHidden
          className={classes.money}
          currency={currency}
          value={division.readText(id)}
          error={fault}
          hint={isPositive(stays) ? `${formatMoney(stays)} stays due` : 'Paid in full'}
          onChange={(text) => {
            division.type(id, text);
            onChange();
          }}
          onBlur={() => division.endTyping(id)}
        />
      )}
    </div>
  );
}
