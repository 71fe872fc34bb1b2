import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { TrialButton } from './button-link.tsx';
import { PRICING } from './content.ts';
import { PART, SectionHeading } from './ledger.tsx';

/** The price is an invoice to the reader, with nothing due today. */
export function Pricing() {
  const { trial, monthly, yearly, due } = PRICING;
  return (
    <section className={PART} id="pricing">
      <SectionHeading>{PRICING.heading}</SectionHeading>
      <div className="relative mt-11 rounded-[4px] border border-hairline bg-surface px-14 pt-12 pb-11 [box-shadow:var(--lift)] phone:-mx-2 phone:mt-7 phone:px-5.5 phone:pt-6.5 phone:pb-6 tablet:p-10">
        <div className="flex items-start justify-between border-b-[1.5px] border-ink pb-7 phone:pb-4.5">
          <Logo height={27} />
          <dl className="grid grid-cols-[auto_auto] gap-x-4.5 gap-y-0.5 text-right text-14">
            {PRICING.terms.map(({ name, value }) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="font-[540] whitespace-nowrap">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <Row {...trial} name={trial.name} text={trial.text} />
        <Row {...monthly} name={monthly.name} text={monthly.text} />
        <Row
          {...yearly}
          name={
            <>
              {yearly.name}{' '}
              <span className="rounded-[5px] bg-accent-soft px-2 py-[3px] text-[0.78125rem] font-[600] tracking-[0] text-accent">
                {yearly.badge}
              </span>
            </>
          }
          text={
            <>
              {yearly.text} <span className="whitespace-nowrap">{yearly.months}</span>
            </>
          }
        />
        <div className="flex items-center justify-end gap-7 pt-7 phone:flex-col phone:items-stretch phone:gap-0 phone:pt-5.5 slim:flex-wrap">
          <p className="mr-auto text-15 text-muted phone:order-3 phone:mt-3.5 phone:mr-0 phone:text-center phone:text-14 slim:w-full">
            {due.note}
          </p>
          <p className="flex items-baseline gap-9 border-t-[1.5px] border-b-4 border-ink pt-2.5 pb-[9px] text-20 font-[640] tracking-[-0.015em] [border-bottom-style:double] phone:justify-between">
            <span>{due.label}</span>
            <b className="text-[1.875rem] font-[640] tracking-[-0.03em] tabular-nums">
              {due.price}
            </b>
          </p>
          <span className="flex phone:mt-5 phone:flex-col slim:ml-auto">
            <TrialButton look="primary" large />
          </span>
        </div>
      </div>
    </section>
  );
}

interface RowProps {
  name: ReactNode;
  text: ReactNode;
  price: string;
  each?: string;
}

function Row({ name, text, price, each }: RowProps) {
  return (
    <div className="grid grid-cols-[200px_minmax(0,1fr)_190px] items-baseline gap-8 border-b border-hairline py-6.5 phone:grid-cols-[1fr_auto] phone:gap-x-4 phone:gap-y-1.5 phone:py-5 tablet:grid-cols-[150px_minmax(0,1fr)_170px] tablet:gap-6">
      <h3 className="flex flex-wrap items-center gap-2.5 text-[1.1875rem] font-[620] tracking-[-0.015em]">
        {name}
      </h3>
      <p className="text-15 text-pretty text-muted phone:col-[1/3] phone:row-start-2">{text}</p>
      <p className="text-right text-[1.625rem] leading-[1.1] font-[580] tracking-[-0.025em] whitespace-nowrap tabular-nums phone:self-start phone:text-[1.375rem]">
        {price}{' '}
        {each && (
          <small className="text-[0.90625rem] font-[440] tracking-[0] text-muted phone:block phone:text-13 phone:leading-[1.3]">
            {each}
          </small>
        )}
      </p>
    </div>
  );
}
