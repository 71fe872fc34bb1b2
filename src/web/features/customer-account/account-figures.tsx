import { AGE_LABELS, AGES } from '../../../shared/customers/ageing.ts';
import type {
  CustomerAccount,
  OpenAccount,
} from '../../../shared/customers/customer-account.contract.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { countNoun } from '../../lib/format-count.ts';
import { Panel } from '../../ui/panel.tsx';
import { FurtherSums, MoneyFigure, StatStrip } from '../../ui/stat-strip.tsx';
import classes from './account-view.module.css';

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
    <div className={classes.view}>
      <StatStrip
        label="Account"
        figures={[
          figure('Balance', ({ balance }) => balance, describeBalance(accounts)),
          figure('Outstanding', ({ outstanding }) => outstanding, 'To be paid on invoices'),
          figure('Unapplied credit', (one) => one.unappliedCredit, 'Paid, for no invoice yet'),
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
      {named && <p className={classes.currency}>In {currency}</p>}
      <dl className={classes.ages} aria-label={`Open in ${currency}, by age`}>
        {AGES.map((age) => {
          const none = isZero(ageing[age]);
          const tone = none ? classes.none : age === 'notDue' ? undefined : classes.late;
          return (
            <div key={age}>
              <dt>{AGE_LABELS[age]}</dt>
              <dd className={tone}>{formatMoney(money(ageing[age], currency))}</dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
