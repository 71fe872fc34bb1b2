import type { ReactNode } from 'react';
import { useId } from 'react';
import { buttonClass } from '../../ui/public/button-class.ts';
import { mailAddress, telAddress } from '../../ui/public/contact-addresses.ts';
import { MailIcon, PhoneIcon } from '../../ui/public/icons.tsx';

interface Props {
  icon?: ReactNode;
  heading: string;
  /** What it means, beneath. */
  words?: ReactNode;
  children?: ReactNode;
}

/** The one card of the panel, which says what can be done. */
export function FaceCard({ icon, heading, words, children }: Props) {
  const id = useId();
  return (
    <section
      className="paper mt-10 rounded-lg bg-surface p-6 text-ink [--focus:var(--accent)] [box-shadow:0_20px_48px_-16px_rgb(0_0_0/45%)] phone:mt-6.5 phone:p-5 printed:hidden"
      aria-labelledby={id}
    >
      <h2
        id={id}
        className="flex items-center gap-2.5 text-[17px] leading-[1.35] font-[620] tracking-[-0.012em]"
      >
        {icon}
        {heading}
      </h2>
      {words && (
        <p className="mt-1.5 text-[15px] text-pretty wrap-break-word text-muted">{words}</p>
      )}
      {children}
    </section>
  );
}

interface ContactProps {
  business: { email: string | null; phone: string | null };
  /** The subject of the message. */
  about: string;
}

/** The ways to the business, where it tells any. */
export function ContactLinks({ business: { email, phone }, about }: ContactProps) {
  if (!email && !phone) return null;
  return (
    <div className="mt-4.5 grid auto-cols-[1fr] grid-flow-col gap-2">
      {email && (
        <a className={buttonClass('outlined')} href={mailAddress(email, about)}>
          <MailIcon />
          Email
        </a>
      )}
      {phone && (
        <a className={buttonClass('outlined')} href={telAddress(phone)}>
          <PhoneIcon />
          Call
        </a>
      )}
    </div>
  );
}
