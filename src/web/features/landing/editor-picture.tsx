import { planLabel } from '../../../shared/accounts/display-name.ts';
import { SampleDocument, SampleTotals } from '../../documents/sample-document.tsx';
import { SAMPLE_INVOICE } from '../../lib/sample-invoice.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconType } from '../../ui/icons.ts';
import { IconPlus } from '../../ui/icons.ts';
import { Logo } from '../../ui/logo.tsx';
import { PayCode } from './pay-code.tsx';

const invoice = SAMPLE_INVOICE;
/** The line whose price is being typed. */
const TYPING = invoice.lines.length - 1;

const ROW =
  'grid grid-cols-[minmax(0,1fr)_52px_82px_84px] items-center border-b *:first:truncate *:first:pr-3.5 *:not-first:text-right *:not-first:tabular-nums slim:grid-cols-[minmax(0,1fr)_52px_84px] slim:*:nth-3:hidden';
const BUTTON = 'btn min-h-8.5 rounded-sm px-[13px] text-[0.78125rem]';
/** The initials of a customer. */
export const INITIALS =
  'grid flex-none place-items-center rounded-full bg-accent-soft font-[700] tracking-[0.02em] text-accent not-italic';

/** The document is paper in both themes; in the dark it dims. On narrow screens it shows fewer columns. */
const DOCUMENT =
  'inset-[36px_36px_auto] h-[604px] px-8.5 pt-8.5 pb-0 text-[0.65625rem] leading-[1.5] [--code:58px] [--columns:minmax(0,1fr)_34px_66px_66px] [--head-gap:0] [--heading:1.5625rem] [--line-space:7px] [--seller:0.78125rem] [--small:0.59375rem] [--total:var(--fs-15)] [--totals:190px] [--way:var(--fs-11)] [box-shadow:0_0_0_1px_light-dark(rgb(21_23_28/6%),#0000),0_2px_4px_light-dark(rgb(21_23_28/5%),#0000),0_28px_60px_-15px_light-dark(rgb(21_23_28/28%),rgb(0_0_0/80%))] [--description-gap:10px] phone:static phone:h-[600px] phone:px-5.5 phone:pt-6.5 phone:text-12 phone:[--columns:minmax(0,1fr)_34px_78px] phone:[--small:var(--fs-11)] phone:[--totals:210px] phone:[--price:none] slim:[--columns:minmax(0,1fr)_34px_66px] slim:[--price:none] tablet:inset-[36px_24px_auto] tablet:px-6.5 tablet:pt-7';

export interface SideEntry {
  icon: IconType;
  label: string;
}

/** The editor with its live document, drawn in HTML so that the first paint has it. A phone shows its document alone. */
export function EditorPicture({
  label,
  entries,
}: {
  label: string;
  entries: readonly SideEntry[];
}) {
  return (
    <div
      className="grid h-[600px] grid-cols-[188px_minmax(0,1fr)_500px] rounded-[14px] border border-hairline bg-surface text-[0.78125rem] leading-[1.45] [box-shadow:var(--lift)] phone:block phone:h-auto phone:rounded-none phone:border-x-0 phone:bg-sunken phone:[box-shadow:none] tablet:grid-cols-2"
      role="img"
      aria-label={label}
    >
      <div
        className="flex flex-col gap-px rounded-l-[13px] border-r border-hairline bg-sunken px-2.5 pt-4 pb-3 phone:hidden tablet:hidden [&>svg]:mx-2 [&>svg]:mt-0.5 [&>svg]:mb-4"
        aria-hidden="true"
      >
        <Logo height={22} />
        {entries.map(({ icon, label: name }) => (
          <p
            key={name}
            className={cx(
              'flex items-center gap-[9px] rounded-sm px-2 py-[7px]',
              name === 'Invoices'
                ? 'bg-surface font-[560] text-ink [box-shadow:0_0_0_1px_var(--hairline)]'
                : 'font-[450] text-muted',
            )}
          >
            <Icon as={icon} size={15} />
            {name}
          </p>
        ))}
        <div className="mt-auto px-2 pt-2.5 pb-1 text-[0.71875rem] text-muted">
          {planLabel({
            subscriptionStatus: 'trial',
            subscriptionPlan: null,
            trialInvoicesUsed: 3,
          })}
          <div className="mt-1.5 h-1 overflow-hidden rounded-[2px] bg-hairline">
            <i className="block h-full w-[30%] bg-ink" />
          </div>
        </div>
      </div>
      <div className="flex min-w-0 flex-col px-6 pt-5 phone:hidden" aria-hidden="true">
        <p className="mb-4 flex items-center justify-between gap-2">
          <b className="text-[1.0625rem] font-[640] tracking-[-0.015em]">New invoice</b>
          <span className="text-12 text-muted">Draft saved</span>
        </p>
        <div className="mb-4.5 grid grid-cols-[1fr_1fr] gap-3">
          <PicturedField label="Customer">
            <i className={cx(INITIALS, '-ml-[3px] size-5 text-[0.5625rem]')}>
              {invoice.customer.initials}
            </i>
            {invoice.customer.name}
          </PicturedField>
          <PicturedField label="Invoice number">{invoice.invoiceNumber}</PicturedField>
          <PicturedField label="Issue date">{invoice.issueDate}</PicturedField>
          <PicturedField label="Due date">{invoice.dueDate}</PicturedField>
        </div>
        <div>
          <p className={cx(ROW, 'h-6 border-line pb-1.5 text-11 font-[520] text-muted')}>
            <span>Description</span>
            <span>Qty</span>
            <span>Price</span>
            <span>Total</span>
          </p>
          {invoice.lines.map((line, index) => (
            <p key={line.description} className={cx(ROW, 'h-[38px] border-hairline')}>
              <span>{line.description}</span>
              <span>{line.quantity}</span>
              <span>
                {index === TYPING ? (
                  <span className="-mr-[7px] inline-flex h-[29px] min-w-[58px] items-center justify-end truncate rounded-[5px] pr-3.5 pl-[7px] [box-shadow:0_0_0_2px_var(--accent)]">
                    {line.unitPrice}
                    <i className="ml-px h-[15px] w-[1.5px] bg-accent" />
                  </span>
                ) : (
                  line.unitPrice
                )}
              </span>
              <span>{line.total}</span>
            </p>
          ))}
        </div>
        <p className="flex items-center gap-1.5 py-2.5 font-[540] text-accent">
          <Icon as={IconPlus} size={14} />
          Add line
        </p>
        <SampleTotals className="ml-auto w-[220px] text-muted tabular-nums *:py-[3px] *:last:mt-1.5 *:last:border-t *:last:border-ink *:last:pt-2 *:last:text-15 *:last:font-[660] *:last:text-ink" />
        <div className="-mx-6 mt-auto flex justify-end gap-2 border-t border-hairline px-6 py-3">
          <span className={cx(BUTTON, 'outlined')}>Save Draft</span>
          <span className={cx(BUTTON, 'primary')}>Create &amp; Send</span>
        </div>
      </div>
      <div
        className="relative rounded-r-[13px] border-l border-hairline bg-sunken phone:h-[582px] phone:overflow-hidden phone:rounded-none phone:border-0 phone:px-5 phone:pt-6"
        aria-hidden="true"
      >
        <SampleDocument className={DOCUMENT} code={<PayCode />} scan="Scan to pay by card" />
      </div>
    </div>
  );
}

function PicturedField({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <span className="mb-[5px] block text-[0.71875rem] font-[540]">{label}</span>
      <div className="flex h-8.5 items-center gap-2 rounded-sm border border-line px-2.5 whitespace-nowrap">
        {children}
      </div>
    </div>
  );
}
