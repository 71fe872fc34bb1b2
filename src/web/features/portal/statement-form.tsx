import { useId, useState } from 'react';
import { addDays, addMonths } from '../../../shared/dates/calendar-date.ts';
import { buttonClass } from '../../ui/public/button-class.ts';
import { FAULT, INPUT, LABEL } from '../../ui/public/form-class.ts';
import { DownloadIcon } from '../../ui/public/icons.tsx';
import { Section, SHEET } from './section.tsx';

/** The statement of account for a period, as a PDF. */
export function StatementForm({ today }: { today: string }) {
  const id = useId();
  const [from, setFrom] = useState<string>(addDays(addMonths(today, -12), 1));
  const [to, setTo] = useState(today);
  const isFaulty = from !== '' && to !== '' && to < from;
  const query = new URLSearchParams({
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    download: '',
  });
  return (
    <Section title="Statement of account">
      <div className={`${SHEET} flex flex-wrap items-end gap-4 p-5 phone:p-4`}>
        <div className="flex-[1_1_150px]">
          <label className={LABEL} htmlFor={`${id}-from`}>
            From
          </label>
          <input
            id={`${id}-from`}
            type="date"
            className={INPUT}
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        </div>
        <div className="flex-[1_1_150px]">
          <label className={LABEL} htmlFor={`${id}-to`}>
            To
          </label>
          <input
            id={`${id}-to`}
            type="date"
            className={INPUT}
            value={to}
            aria-invalid={isFaulty || undefined}
            aria-describedby={isFaulty ? `${id}-fault` : undefined}
            onChange={(event) => setTo(event.target.value)}
          />
        </div>
        {isFaulty ? (
          <p id={`${id}-fault`} className={`${FAULT} w-full`} role="alert">
            To must not be before From
          </p>
        ) : (
          <a
            className={buttonClass('outlined', 'min-h-12 phone:w-full')}
            href={`/api/portal/statement.pdf?${query}`}
          >
            <DownloadIcon />
            Download statement
          </a>
        )}
      </div>
    </Section>
  );
}
