import type { Ref } from 'react';
import { useRef, useState } from 'react';
import { BUSINESS_DATES } from '../../shared/dates/business-dates.ts';
import type { CalendarDate } from '../../shared/dates/calendar-date.ts';
import { formatDate, parseCalendarDate } from '../../shared/dates/calendar-date.ts';
import { IconButton } from './button.tsx';
import { Calendar } from './calendar.tsx';
import classes from './field.module.css';
import type { FieldSetting } from './field.tsx';
import { Field } from './field.tsx';
import { IconCalendar } from './icons.ts';
import { localToday } from './local-today.ts';
import { Popover } from './popover.tsx';
import { parseTypedDate } from './typed-date.ts';
import { useIsPhone } from './use-is-phone.ts';

interface Props extends FieldSetting {
  /** 'YYYY-MM-DD', or what was typed when that is no date. */
  value: CalendarDate;
  onChange: (value: CalendarDate) => void;
  onBlur?: () => void;
  name?: string;
  disabled?: boolean;
  /** The day that 'today' and '+30' refer to: the business's, if it is known. */
  today?: CalendarDate;
  /** In the place of a date that is not there; an example unless told. */
  placeholder?: string;
  /** Has the focus as its dialog opens. */
  'data-autofocus'?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A calendar date, typed ('1/5', 'Jan 5', '+30') or picked. Its value is a 'YYYY-MM-DD' string that
 * no time zone moves. On the phone it is the platform's own.
 */
export function DateField({
  value,
  onChange,
  onBlur,
  name,
  disabled,
  today,
  placeholder = 'Jan 05, 2026',
  'data-autofocus': focused,
  ref,
  ...setting
}: Props) {
  const phone = useIsPhone();
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const [anchor, setAnchor] = useState<HTMLButtonElement>();
  const opener = useRef<HTMLButtonElement>(null);
  const date = parseCalendarDate(value);

  const close = () => setAnchor(undefined);
  return (
    <Field {...setting}>
      {(control) =>
        phone ? (
          <div className={classes.box}>
            <input
              {...control}
              ref={ref}
              data-autofocus={focused}
              type="date"
              name={name}
              disabled={disabled}
              className={classes.input}
              min={BUSINESS_DATES.from}
              max={BUSINESS_DATES.to}
              value={date ?? ''}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
            />
          </div>
        ) : (
          <>
            <div className={classes.box}>
              <input
                {...control}
                ref={ref}
                data-autofocus={focused}
                type="text"
                name={name}
                disabled={disabled}
                autoComplete="off"
                placeholder={placeholder}
                className={classes.input}
                value={typed ?? (date ? formatDate(date) : value)}
                onFocus={(event) => event.target.select()}
                onChange={(event) => {
                  const text = event.target.value;
                  setTyped(text);
                  onChange(parseTypedDate(text, today ?? localToday()) ?? text.trim());
                }}
                onKeyDown={(event) => {
                  if (event.key !== 'ArrowDown' || !event.altKey) return;
                  event.preventDefault();
                  setAnchor(opener.current ?? undefined);
                }}
                onBlur={() => {
                  setTyped(undefined);
                  onBlur?.();
                }}
              />
              <IconButton
                ref={opener}
                className="-mr-1.5"
                size="sm"
                tooltip={false}
                label={`Choose ${setting.label.toLowerCase()}`}
                disabled={disabled}
                icon={IconCalendar}
                aria-haspopup="dialog"
                aria-expanded={anchor !== undefined}
                onClick={({ currentTarget }) =>
                  setAnchor((was) => (was ? undefined : currentTarget))
                }
              />
            </div>
            <Popover anchor={anchor} onClose={close} label={setting.label} gap={8}>
              <Calendar
                value={date}
                onPick={(picked) => {
                  setTyped(undefined);
                  onChange(picked);
                  close();
                }}
              />
            </Popover>
          </>
        )
      }
    </Field>
  );
}
