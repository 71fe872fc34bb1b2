import { planLabel } from '../../../shared/accounts/display-name.ts';
import { SampleDocument, SampleTotals } from '../../documents/sample-document.tsx';
import { SAMPLE_INVOICE } from '../../lib/sample-invoice.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconType } from '../../ui/icons.ts';
import { IconPlus } from '../../ui/icons.ts';
import { Logo } from '../../ui/logo.tsx';
import { PayCode } from './pay-code.tsx';

const invoice = SAMPLE_INVOICE;
/** The line whose price is being typed. */
const TYPING = invoice.lines.length - 1;

export interface SideEntry {
  icon: IconType;
  label: string;
}

/** The editor with its live document, drawn in HTML so that the first paint has it. */
export function EditorPicture({
  label,
  entries,
}: {
  label: string;
  entries: readonly SideEntry[];
}) {
  return (
    <div className="win" role="img" aria-label={label}>
      <div className="side" aria-hidden="true">
        <Logo height={22} />
        {entries.map(({ icon, label: name }) => (
          <p key={name} className={name === 'Invoices' ? 'here' : undefined}>
            <Icon as={icon} size={15} />
            {name}
          </p>
        ))}
        <div className="plan">
          {planLabel({
            subscriptionStatus: 'trial',
            subscriptionPlan: null,
            trialInvoicesUsed: 3,
          })}
          <div className="bar">
            <i />
          </div>
        </div>
      </div>
      <div className="form" aria-hidden="true">
        <p className="form-head">
          <b>New invoice</b>
          <span>Draft saved</span>
        </p>
        <div className="fields">
          <PicturedField label="Customer">
            <i className="avatar">{invoice.customer.initials}</i>
            {invoice.customer.name}
          </PicturedField>
          <PicturedField label="Invoice number">{invoice.invoiceNumber}</PicturedField>
          <PicturedField label="Issue date">{invoice.issueDate}</PicturedField>
          <PicturedField label="Due date">{invoice.dueDate}</PicturedField>
        </div>
        <div className="form-lines">
          <p className="form-columns">
            <span>Description</span>
            <span>Qty</span>
            <span>Price</span>
            <span>Total</span>
          </p>
          {invoice.lines.map((line, index) => (
            <p key={line.description}>
              <span>{line.description}</span>
              <span>{line.quantity}</span>
              <span>
                {index === TYPING ? (
                  <span className="typing">
                    {line.unitPrice}
                    <i />
                  </span>
                ) : (
                  line.unitPrice
                )}
              </span>
              <span>{line.total}</span>
            </p>
          ))}
        </div>
        <p className="add-line">
          <Icon as={IconPlus} size={14} />
          Add line
        </p>
        <SampleTotals className="form-totals" />
        <div className="form-foot">
          <span className="btn outlined">Save Draft</span>
          <span className="btn primary">Create &amp; Send</span>
        </div>
      </div>
      <div className="desk" aria-hidden="true">
        <SampleDocument code={<PayCode />} scan="Scan to pay by card" />
      </div>
    </div>
  );
}

function PicturedField({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <span className="field-label">{label}</span>
      <div className="field">{children}</div>
    </div>
  );
}
