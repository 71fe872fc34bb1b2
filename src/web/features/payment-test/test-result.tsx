import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
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
import { Icon } from '../../ui/icon.tsx';
import classes from './payment-test.module.css';

export type TestResult = Awaited<ReturnType<typeof api.paymentTest.publicTest>>;

/** What the test found: the invoice, how it can be paid, its QR code, and what to do. */
export function TestResultView({ result }: { result: TestResult }) {
  const { invoice, paymentConfiguration: config, qrCodeTest, recommendations } = result;
  const status = INVOICE_STATUSES.find((one) => one === invoice.status);
  return (
    <>
      {result.error && <p className={classes.error}>Error: {result.error}</p>}
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
        {qrCodeTest.error && <p className={classes.error}>Error: {qrCodeTest.error}</p>}
        {qrCodeTest.qrCode?.startsWith('data:image/') && (
          <img
            className={classes.qr}
            src={qrCodeTest.qrCode}
            width={192}
            height={192}
            alt="QR code that leads to the invoice’s payment"
          />
        )}
      </Card>
      <section className={classes.card} aria-labelledby="recommendations">
        <h2 id="recommendations">Recommendations</h2>
        <ul className={classes.advice}>
          {Object.entries(recommendations).map(([topic, words]) => (
            <li key={topic}>{words}</li>
          ))}
        </ul>
        {!config.hasStripe && !config.hasPayPal && (
          <p className={classes.setUp}>
            <a href="/business-profile">Set up payments in your business profile</a>
          </p>
        )}
      </section>
    </>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.card} aria-label={title}>
      <h2>{title}</h2>
      <div className={classes.facts}>{children}</div>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <span>{name}</span>
      <div>{children}</div>
    </div>
  );
}

function StatusBadge({ status }: { status: InvoiceStatus }) {
  return <Badge tone={status}>{INVOICE_STATUS_LABELS[status]}</Badge>;
}

function YesNo({ value, yes = 'Yes', no = 'No' }: { value: boolean; yes?: string; no?: string }) {
  return (
    <span className={classes.answer} data-yes={value || undefined}>
      <Icon as={value ? IconCircleCheck : IconCircleX} />
      {value ? yes : no}
    </span>
  );
}

function Address({ url }: { url: string }) {
  return /^https?:\/\//i.test(url) ? (
    <a href={url} target="_blank" rel="noopener noreferrer">
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
