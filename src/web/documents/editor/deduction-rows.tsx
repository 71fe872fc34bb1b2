import { skipToken, useQuery } from '@tanstack/react-query';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { Deduction } from '../../../shared/documents/deductions.ts';
import type { TypedTotals } from '../../../shared/documents/typed-totals.ts';
import { formatMoney, money, negateMoney } from '../../../shared/money/money.ts';
import { orpc } from '../../lib/api.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { IconX } from '../../ui/icons.ts';
import { useCurrency, useEditor, useEditorState } from './editor-context.ts';
import { Amount, FigureRow } from './figure.tsx';

/** Figures before deposits are deducted: what stands over them. */
export const beforeDeposits = (totals: TypedTotals): TypedTotals =>
  totals.whole ? { ...totals, ...totals.whole } : totals;

/** The deposit invoices that are deducted, a row each under the whole; how they are removed. */
export function DeductionRows({ totals }: { totals: TypedTotals }) {
  const { store } = useEditor();
  const currency = useCurrency();
  const deductions = useEditorState(({ draft }) => draft.deductions);
  const error = useEditorState((state) => state.errors['deductsInvoiceIds']);
  if (deductions.length === 0) return null;
  const shown = (amount: string) => formatMoney(money(amount, currency));
  return (
    <>
      <FigureRow label="Total before deposits" className="border-t border-line">
        <Amount value={totals.whole?.total ?? null} currency={currency} />
      </FigureRow>
      {deductions.map((deduction, index) => {
        const { invoiceId, invoiceNumber, issueDate, subtotal, taxAmount, total } = deduction;
        return (
          <FigureRow
            key={invoiceId}
            fault={
              error !== undefined && index === deductions.length - 1 ? { words: error } : undefined
            }
            label={
              <span>
                Deposit {invoiceNumber} of {formatDate(issueDate)}{' '}
                <span className="block">
                  {shown(subtotal)} net, {shown(taxAmount)} tax
                </span>
              </span>
            }
            removal={
              <IconButton
                size="sm"
                tooltip={false}
                label={`Do not deduct ${invoiceNumber}`}
                icon={IconX}
                onClick={() =>
                  store.changeDeductions((all) =>
                    all.filter((each) => each.invoiceId !== invoiceId),
                  )
                }
              />
            }
          >
            {formatMoney(negateMoney(money(total, currency)))}
          </FigureRow>
        );
      })}
      <FigureRow label="This invoice without tax">
        <Amount value={totals.subtotal} currency={currency} />
      </FigureRow>
      <FigureRow label="Tax of this invoice">
        <Amount value={totals.taxAmount} currency={currency} />
      </FigureRow>
    </>
  );
}

/** Deposit invoices of the customer that the invoice does not deduct yet. */
export function DeductibleDeposits() {
  const { store } = useEditor();
  const currency = useCurrency();
  const offered = useOffered();
  if (offered.length === 0) return null;
  return (
    <ul
      className="grid gap-1.5 rounded border border-line px-3 py-2.5"
      aria-label="Deposits that can be deducted"
    >
      {offered.map((deposit) => (
        <li
          key={deposit.invoiceId}
          className="flex items-center justify-between gap-3 text-13 text-muted"
        >
          <span>
            Deposit {deposit.invoiceNumber}, {formatMoney(money(deposit.total, currency))}, is not
            deducted.
          </span>
          <Button
            size="sm"
            aria-label={`Deduct ${deposit.invoiceNumber}`}
            onClick={() => store.changeDeductions((all) => [...all, deposit])}
          >
            Deduct
          </Button>
        </li>
      ))}
    </ul>
  );
}

function useOffered(): Deduction[] {
  const { kind } = useEditor();
  const currency = useCurrency();
  const customerId = useEditorState(({ draft }) => draft.customer?.id);
  const deductions = useEditorState(({ draft }) => draft.deductions);
  const before = useEditorState(({ initial }) => initial.deductions);
  const customerBefore = useEditorState(({ initial }) => initial.customer?.id);
  // An invoice that is made again and again has none of its own to deduct.
  const deducts = kind.name === 'invoice' && !kind.recurring;
  const input = deducts && customerId !== undefined ? { customerId, currency } : skipToken;
  const { data = [] } = useQuery(orpc.invoices.deductible.queryOptions({ input, retry: false }));
  if (!deducts) return [];
  const known = [...(customerId === customerBefore ? before : []), ...data];
  const open = known.filter(
    ({ invoiceId }) => !deductions.some((each) => each.invoiceId === invoiceId),
  );
  return [...new Map(open.map((each) => [each.invoiceId, each])).values()];
}
