import type { ReactNode } from 'react';
import { AGE_LABELS, AGES } from '../../../shared/customers/ageing.ts';
import type {
  CustomerAccount,
  OpenAccount,
} from '../../../shared/customers/customer-account.contract.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { countNoun } from '../../lib/format-count.ts';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { FurtherSums, MoneyFigure, StatStrip } from '../../ui/stat-strip.tsx';

/** What is owed, and how long since. */
export function AccountFigures({ account }: { account: CustomerAccount }) {
  const { accounts, invoiceCount } = account;
  const figure = (label: string, amountOf: (one: OpenAccount) => Decimal, below: string) => {
    const [own, ...others] = accounts.map((one) => money(amountOf(one), one.currency));
    const sums = others.filter(({ amount }) => !isZero(amount));
    return {
      label,
      value: own && <MoneyFigure sum={own} />,
      also: sums.length > 0 && <FurtherSums sums={sums} />,
      below,
    };
  };
  return (
    <div className="space-y-5">
      <StatStrip
        label="Account"
        figures={[
          figure('Balance', ({ balance }) => balance, describeBalance(accounts)),
          figure('Outstanding', ({ outstanding }) => outstanding, 'Due on invoices'),
          figure('Unapplied credit', (one) => one.unappliedCredit, 'Not applied to an invoice yet'),
          figure(
            'Invoiced',
            ({ invoiced }) => invoiced,
            `In ${countNoun(invoiceCount, 'issued invoice', 'issued invoices')}`,
          ),
        ]}
      />
      <Panel title="Aging">
        {accounts.map((one) => (
          <Ageing key={one.currency} account={one} named={accounts.length > 1} />
        ))}
      </Panel>
    </div>
  );
}

function describeBalance(accounts: readonly OpenAccount[]): string {
  if (accounts.every(({ balance }) => isZero(balance))) return 'Nothing is owed';
  if (accounts.every(({ balance }) => isZero(balance) || balance.startsWith('-'))) {
    return 'You owe this customer';
  }
  return 'Outstanding less credit';
}

/** In one currency. */
function Ageing({ account, named }: { account: OpenAccount; named: boolean }) {
  const { currency, ageing } = account;
  return (
    <>
      {named && <AccountNote>In {currency}</AccountNote>}
      <dl
        className="m-0 grid grid-cols-5 divide-x divide-hairline max-md:grid-cols-1 max-md:divide-x-0 max-md:divide-y"
        aria-label={`Open in ${currency}, by age`}
      >
        {AGES.map((age) => {
          const isNone = isZero(ageing[age]);
          const isLate = !isNone && age !== 'notDue';
          return (
            <div
              key={age}
              className="px-5 pt-3 pb-3.5 max-md:flex max-md:justify-between max-md:px-4 max-md:py-2.5"
            >
              <dt className="text-13 text-muted">{AGE_LABELS[age]}</dt>
              <dd
                className={cx(
                  'm-0 tabular-nums',
                  isNone ? 'font-[400] text-muted' : 'font-[560]',
                  isLate && 'text-overdue',
                )}
              >
                {formatMoney(money(ageing[age], currency))}
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

/** Above or beneath the figures of one currency. */
export const AccountNote = ({ children }: { children: ReactNode }) => (
  <p className="px-5 pt-2.5 text-13 text-muted max-md:px-4 max-md:pb-2.5">{children}</p>
);
