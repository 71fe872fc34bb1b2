import { useEffect } from 'react';
import type { Portal } from '../../../shared/customer-portal/portal.contract.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { rememberPortal } from '../../lib/portal-in-tab.ts';
import { BusinessMark, FittedAmount } from '../../ui/public/business-mark.tsx';
import { buttonClass } from '../../ui/public/button-class.ts';
import { mailAddress, telAddress } from '../../ui/public/contact-addresses.ts';
import { PoweredBy } from '../../ui/public/powered-by.tsx';
import { useBrand } from '../../ui/public/use-brand.ts';
import { ContactDetails } from './contact-details.tsx';
import { WaitingEstimates } from './estimates.tsx';
import { History } from './history.tsx';
import { OpenInvoices } from './open-invoices.tsx';
import { PaymentOutcome } from './payment-outcome.tsx';
import { SavedCards } from './saved-cards.tsx';
import { StatementForm } from './statement-form.tsx';

interface Props {
  portal: Portal;
  onSignOut: () => void;
}

/** The customer's page: what is to be paid beside all that there is; on the phone one above the other. */
export function PortalView({ portal, onSignOut }: Props) {
  const { business, customer } = portal;
  const style = useBrand(business.brand);
  useEffect(() => {
    document.title = `Your documents with ${business.businessName}`;
    rememberPortal(business.businessName);
  }, [business.businessName]);
  return (
    <div style={style}>
      <div className="grid min-h-dvh grid-cols-[minmax(400px,32%)_minmax(0,1fr)] phone:block">
        <Face portal={portal} onSignOut={onSignOut} />
        <main className="flex min-w-0 flex-col px-16 pt-14 pb-10 *:w-full *:max-w-200 max-[1101px]:px-8 phone:px-5 phone:pt-7 phone:pb-[calc(24px+env(safe-area-inset-bottom))]">
          <div className="mb-8 phone:mb-6">
            <h1 className="text-[26px] leading-[1.2] font-[640] tracking-[-0.024em] phone:text-[23px]">
              Your documents
            </h1>
            <p className="mt-1 text-muted wrap-anywhere" dir="auto">
              {customer.company ? `${customer.company}, ${customer.name}` : customer.name}
            </p>
          </div>
          <PaymentOutcome />
          <div>
            <OpenInvoices portal={portal} />
            <WaitingEstimates today={portal.today} />
            <History />
            <StatementForm today={portal.today} />
            <SavedCards businessName={business.businessName} />
            <ContactDetails businessName={business.businessName} />
          </div>
          <PoweredBy place="sheet" />
        </main>
      </div>
    </div>
  );
}

/** In the business's color: who asks, and how much in all. */
function Face({ portal: { business, open, testMode, paysOnline }, onSignOut }: Props) {
  const [first, ...others] = open;
  const { email, phone } = business;
  const link = 'table py-px text-white decoration-white/45';
  return (
    <aside className="bg-deep text-white [--focus:#fff]" aria-label="What is to be paid">
      <div className="sticky top-0 mr-14 ml-auto box-content flex min-h-[calc(100dvh-96px)] max-w-100 flex-col pt-14 pb-10 pl-10 max-[1101px]:mr-8 phone:static phone:m-0 phone:box-border phone:min-h-0 phone:max-w-none phone:px-5 phone:pt-5 phone:pb-6">
        <BusinessMark name={business.businessName} logoUrl={business.logoUrl} />
        {testMode && paysOnline && (
          <p className="mt-5 w-fit rounded bg-white/14 px-2.5 py-1 text-[13.5px]">
            Test mode. No real money moves.
          </p>
        )}
        <div className="mt-14 phone:mt-7">
          <p className="text-tint phone:text-[15.5px]">To be paid</p>
          {first ? (
            <>
              <FittedAmount
                amount={money(first.amount, first.currency)}
                className="mt-1 mb-2 text-[58px] leading-[1.04] phone:mt-0.5 phone:text-[48px]"
              />
              <OpenWords {...first} />
            </>
          ) : (
            <p className="mt-1 text-[30px] leading-[1.2] font-[600] tracking-[-0.02em]">
              Nothing is open
            </p>
          )}
          {others.map((each) => (
            <div key={each.currency} className="mt-5 border-t border-white/18 pt-4">
              <p className="text-[26px] leading-[1.2] font-[600] tracking-[-0.02em] tabular-nums">
                {formatMoney(money(each.amount, each.currency))}
              </p>
              <OpenWords {...each} />
            </div>
          ))}
        </div>
        <div className="mt-auto pt-12 phone:pt-6">
          {(email || phone) && (
            <div className="text-[14.5px] leading-[1.6] wrap-anywhere phone:hidden">
              <b className="block font-[580]">Questions?</b>
              {email && (
                <a className={link} href={mailAddress(email, 'My documents')}>
                  {email}
                </a>
              )}
              {phone && (
                <a className={link} href={telAddress(phone)}>
                  {phone}
                </a>
              )}
            </div>
          )}
          <button
            type="button"
            className={buttonClass('ghost', 'mt-5 phone:mt-0')}
            onClick={onSignOut}
          >
            Sign out
          </button>
        </div>
      </div>
    </aside>
  );
}

function OpenWords({ count, overdue, currency }: Portal['open'][number]) {
  return (
    <p className="text-[16px]">
      {count === 1 ? '1 invoice' : `${count} invoices`}
      {!isZero(overdue) && `, ${formatMoney(money(overdue, currency))} overdue`}
    </p>
  );
}
