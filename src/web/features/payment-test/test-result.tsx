import type { ReactNode } from 'react';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { InvoiceStatus } from '../../../shared/invoices/invoice-status.ts';
import {
  INVOICE_STATUS_LABELS,
  INVOICE_STATUSES,
} from '../../../shared/invoices/invoice-status.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { PAYMENT_PROVIDERS } from '../../../shared/payments/payment.contract.ts';
import { PROVIDER_LABELS } from '../../../shared/payments/provider-labels.ts';
import type { api } from '../../lib/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconCircleCheck, IconCircleX } from '../../ui/icons.ts';

export type TestResult = Awaited<ReturnType<typeof api.paymentTest.publicTest>>;

/** What the test found: the invoice, how it can be paid, its QR code, and what to do. */
export function TestResultView({ result }: { result: TestResult }) {
  const { invoice, paymentConfiguration: config, qrCodeTest, recommendations } = result;
  const status = INVOICE_STATUSES.find((one) => one === invoice.status);
  return (
    <>
      {result.error && <Fault>{result.error}</Fault>}
      <Card title="Invoice">
        <Fact name="Number">{shownNumber(invoice.number)}</Fact>
        <Fact name="Total">{formatMoney(money(invoice.total, invoice.currency))}</Fact>
        <Fact name="Status">{status ? <StatusBadge status={status} /> : invoice.status}</Fact>
      </Card>
      <Card title="Payment configuration">
        <Fact name="Stripe configured">
          <YesNo value={config.hasStripe} />
        </Fact>
        <Fact name="PayPal configured">
          <YesNo value={config.hasPayPal} />
        </Fact>
        <Fact name="Preferred method">{methodName(config.preferredMethod)}</Fact>
        <Fact name="Active method">
          {config.activeMethod ? methodName(config.activeMethod) : 'None'}
        </Fact>
        <Fact name="Payment URL exists">
          <YesNo value={config.paymentUrlExists} />
        </Fact>
        {config.paymentUrl && (
          <Fact name="Payment URL">
            <Address url={config.paymentUrl} />
          </Fact>
        )}
      </Card>
      <Card title="QR code test">
        <Fact name="QR code">
          <YesNo value={qrCodeTest.generated} yes="Generated" no="Failed" />
        </Fact>
        {qrCodeTest.url && (
          <Fact name="Target URL">
            <Address url={qrCodeTest.url} />
          </Fact>
        )}
        {qrCodeTest.error && <Fault>{qrCodeTest.error}</Fault>}
        {qrCodeTest.qrCode?.startsWith('data:image/') && (
          <img
            className="mt-2.5 block rounded border border-hairline bg-[#ffffff] p-3"
            src={qrCodeTest.qrCode}
            width={192}
            height={192}
            alt="QR code that leads to the invoice’s payment"
          />
        )}
      </Card>
      <Card title="Recommendations">
        <ul className="grid list-disc gap-1.5 pl-4.5 text-pretty marker:text-muted">
          {Object.entries(recommendations).map(([topic, words]) => (
            <li key={topic}>{words}</li>
          ))}
        </ul>
        {!config.hasStripe && !config.hasPayPal && (
          <p className="mt-2.5">
            <a className={UNDERLINED} href="/business-profile">
              Set up payments in your business profile
            </a>
          </p>
        )}
      </Card>
    </>
  );
}

const CARD = 'mt-3.5 rounded border bg-surface px-5 pt-4 pb-4.5';

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={cx(CARD, 'border-hairline')} aria-label={title}>
      <h2 className="mb-2 text-15">{title}</h2>
      {children}
    </section>
  );
}

/** In place of a result. */
export function Failed({ children }: { children: ReactNode }) {
  return (
    <section className={cx(CARD, 'border-overdue')}>
      <h2 className="mb-2 text-15 text-overdue">Test Failed</h2>
      {children}
    </section>
  );
}

export const UNDERLINED = 'underline decoration-1 underline-offset-3';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[168px_minmax(0,1fr)] gap-x-4 gap-y-1 py-1.5 max-md:grid-cols-1 max-md:gap-0">
      <span className="text-muted">{name}</span>
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}

const Fault = ({ children }: { children: string }) => (
  <p className="py-1.5 wrap-anywhere text-overdue">Error: {children}</p>
);

function StatusBadge({ status }: { status: InvoiceStatus }) {
  return <Badge tone={status}>{INVOICE_STATUS_LABELS[status]}</Badge>;
}

function YesNo({ value, yes = 'Yes', no = 'No' }: { value: boolean; yes?: string; no?: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <Icon
        as={value ? IconCircleCheck : IconCircleX}
        className={value ? 'text-paid' : 'text-muted'}
      />
      {value ? yes : no}
    </span>
  );
}

function Address({ url }: { url: string }) {
  return /^https?:\/\//i.test(url) ? (
    <a className={UNDERLINED} href={url} target="_blank" rel="noopener noreferrer">
      {url}
    </a>
  ) : (
    <span>{url}</span>
  );
}

function methodName(method: string): string {
  const known: ProviderName | undefined = PAYMENT_PROVIDERS.find((one) => one === method);
  if (known) return PROVIDER_LABELS[known];
  return method === 'both' ? 'Both' : method;
}
