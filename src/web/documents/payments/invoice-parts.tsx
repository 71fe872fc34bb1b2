import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { formatMoney, isPositive, money, subtractMoney } from '../../../shared/money/money.ts';
import { writeFigures } from '../../../shared/money/number-style.ts';
import { afterPress } from '../../lib/after-press.ts';
import { MoneyField } from '../../ui/decimal-field.tsx';
import { useNumberStyle } from '../../ui/use-number-style.ts';
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
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-13 font-med max-md:text-14">{legend}</legend>
      <ul className="divide-y divide-hairline rounded border border-hairline">
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
  const style = useNumberStyle();
  const due = money(invoice.amountDue, currency);
  const isTicked = division.isTicked(id);
  const part = division.parts.find((one) => one.invoice.id === id)?.part;
  const stays = subtractMoney(due, part ?? money('0', currency));
  return (
    <div className="grid min-h-14 grid-cols-[minmax(0,1fr)_148px] items-center gap-x-3 gap-y-0.5 px-3 py-2 max-md:min-h-16 max-md:grid-cols-[minmax(0,1fr)_128px]">
      <label className="flex cursor-pointer items-baseline gap-2.5 self-stretch max-md:min-h-12 max-md:py-0.5">
        <input
          type="checkbox"
          className="m-0 size-4 flex-none translate-y-0.5 accent-accent"
          aria-labelledby={`part-${id}`}
          checked={isTicked}
          onChange={() => {
            division.tick(id);
            onChange();
          }}
        />
        <span id={`part-${id}`}>
          <bdi className="font-med wrap-anywhere">{invoiceNumber}</bdi>
          <small className="block text-13 leading-[1.4] text-muted tabular-nums">
            <span className="max-md:block">Due {formatDate(nextDueDate)}</span>{' '}
            <span className="max-md:block md:before:content-['·_']">
              {writeFigures(formatMoney(due), style)} open
            </span>
          </small>
        </span>
      </label>
      {isTicked && (
        // Its words stand beneath the whole row: beside the number there is no room for them.
        <MoneyField
          label={`Amount for ${invoiceNumber}`}
          labelHidden
          className="contents [&>p]:col-span-full [&>p]:mt-0! [&>p]:justify-self-end [&>p]:tabular-nums"
          currency={currency}
          value={division.readText(id)}
          error={fault}
          hint={isPositive(stays) ? `${formatMoney(stays)} stays due` : 'Paid in full'}
          onChange={(text) => {
            division.type(id, text);
            onChange();
          }}
          onBlur={() => afterPress(() => division.endTyping(id))}
        />
      )}
    </div>
  );
}
