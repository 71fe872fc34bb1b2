import type { ReactNode } from 'react';
import type { PublicBusiness } from '../../../shared/documents/public-document.contract.ts';
import type { Money } from '../../../shared/money/money.ts';
import { cx } from '../../ui/cx.ts';
import { BusinessMark, FittedAmount } from '../../ui/public/business-mark.tsx';
import { mailAddress, telAddress } from '../../ui/public/contact-addresses.ts';

export interface BusinessFaceProps {
  /** The panel's name for readers. */
  name: string;
  business: PublicBusiness;
  label: string;
  amount: Money;
  /** A line about time. */
  below: ReactNode;
  /** How long ago, quieter. */
  ago?: string | undefined;
  title: string;
  number: string;
  /** The one card that says what can be done. */
  children: ReactNode;
}

/** The panel in the business's color: who asks or offers, how much, until when, and what to do. */
export function BusinessFace({
  name,
  business,
  label,
  amount,
  below,
  ago,
  title,
  number,
  children,
}: BusinessFaceProps) {
  const quiet = 'text-tint printed:text-[#444]';
  return (
    <aside
      className="bg-deep text-white [--focus:#fff] phone:overflow-clip printed:bg-transparent printed:text-[#000]"
      aria-label={name}
    >
      <div className="sticky top-0 mr-14 ml-auto box-content flex min-h-[calc(100dvh-var(--banner)-96px)] max-w-115 flex-col pt-14 pb-10 pl-10 phone:static phone:m-0 phone:box-border phone:min-h-0 phone:max-w-none phone:px-5 phone:pt-5 phone:pb-6 printed:static printed:m-0 printed:min-h-0 printed:max-w-none printed:p-0">
        <BusinessMark name={business.businessName} logoUrl={business.logoUrl} />
        <div className="mt-16 phone:mt-8 printed:mt-4">
          <p className={cx(quiet, 'phone:text-[15.5px]')}>{label}</p>
          <FittedAmount
            amount={amount}
            className="mt-1 mb-3 text-[68px] leading-[1.04] phone:mt-0.5 phone:mb-2.5 phone:text-[54px]"
          />
          <p className="flex flex-wrap items-center gap-2.5 text-[17px] phone:text-[16px]">
            {below}
            {ago && <span className={quiet}>{ago}</span>}
          </p>
        </div>
        {children}
        <Questions business={business} title={title} number={number} place="face" />
      </div>
    </aside>
  );
}

const PLACES = {
  face: {
    box: 'mt-auto pt-12 text-[14.5px] phone:hidden',
    link: 'py-px text-white decoration-white/45',
  },
  sheet: {
    box: 'hidden pt-7 text-[15px] phone:block',
    link: 'py-[5px] text-ink decoration-line-2',
  },
};

interface QuestionsProps {
  business: PublicBusiness;
  title: string;
  number: string;
  place: keyof typeof PLACES;
}

/**
 * How to reach the business. It stands at the foot of the panel on wide screens and under the
 * document on phones, where the panel must leave room for the amount.
 */
export function Questions({ business: { email, phone }, title, number, place }: QuestionsProps) {
  if (!email && !phone) return null;
  const { box, link } = PLACES[place];
  return (
    <div className={cx('leading-[1.6] wrap-anywhere', box)}>
      <b className="block font-[580]">Questions about this {title.toLowerCase()}?</b>
      {email && (
        <a className={cx('table', link)} href={mailAddress(email, `${title} ${number}`)}>
          {email}
        </a>
      )}
      {phone && (
        <a className={cx('table', link)} href={telAddress(phone)}>
          {phone}
        </a>
      )}
    </div>
  );
}
