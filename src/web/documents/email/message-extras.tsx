import type { ComponentProps, Ref } from 'react';
import { useState } from 'react';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { dateInZone, formatDate } from '../../../shared/dates/calendar-date.ts';
import type { DatedDocument } from '../../../shared/documents/move-issue-date.ts';
import { moveIssueDate } from '../../../shared/documents/move-issue-date.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { fieldWidth } from '../../ui/form-layout.tsx';
import { IconClock, IconPlus } from '../../ui/icons.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useFocusAfterPress } from '../../ui/use-focus-after-press.ts';
import { pasteLines } from './paste-lines.ts';

interface FieldProps {
  label: string;
  error: string | undefined;
}

/** Who reads the message besides, once that is asked for. */
export function CopyFields({
  field,
  opened: first,
}: {
  field: (name: 'cc' | 'bcc', className?: string) => FieldProps;
  opened: boolean;
}) {
  const [presses, setPresses] = useState(0);
  const place = useFocusAfterPress(presses);
  if (!first && presses === 0) {
    return (
      <div className={fieldWidth.full}>
        <Button size="sm" icon={IconPlus} onClick={() => setPresses(1)}>
          Add Cc/Bcc
        </Button>
      </div>
    );
  }
  const several = {
    inputMode: 'email',
    autoComplete: 'off',
    maxLength: 1_400,
    onPaste: pasteLines,
  } as const;
  return (
    <div ref={place} className="contents">
      <TextField
        {...field('cc', fieldWidth.full)}
        {...several}
        hint="Everybody sees these addresses. Separate several with a comma."
      />
      <TextField
        {...field('bcc', fieldWidth.full)}
        {...several}
        hint="Nobody else sees these addresses."
      />
    </div>
  );
}

/** Tomorrow at nine, which is when most want it. */
function suggestTime(timeZone: string): string {
  const tomorrow = new Date(Date.now() + 86_400_000);
  return `${dateInZone(tomorrow, timeZone)}T09:00`;
}

type TimeProps = Omit<ComponentProps<typeof TextField>, 'type' | 'hint'> & {
  timeZone: string;
  hint?: string;
};

/** A date and a time where the business is. */
export const SendTimeField = ({ timeZone, hint, ...field }: TimeProps) => (
  <TextField
    {...field}
    type="datetime-local"
    hint={`In your time zone, ${timeZone}.${hint ? ` ${hint}` : ''}`}
  />
);

/** When the message goes, once it is not to go now. */
export function SendLater({
  field,
  timeZone,
  onChoose,
}: {
  field: FieldProps;
  timeZone: string;
  /** An empty time sends it now. */
  onChoose: (sendAt: string) => void;
}) {
  const [presses, setPresses] = useState(0);
  const place = useFocusAfterPress(presses);
  const choose = (sendAt: string) => {
    setPresses(presses + 1);
    onChoose(sendAt);
  };
  if (presses % 2 === 0) {
    return (
      <div ref={place} className="mt-3">
        <Button size="sm" icon={IconClock} onClick={() => choose(suggestTime(timeZone))}>
          Send later
        </Button>
      </div>
    );
  }
  return (
    <div
      ref={place}
      className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2.5 max-md:grid-cols-1"
    >
      <SendTimeField {...field} timeZone={timeZone} />
      <Button className="mt-6 max-md:mt-0" onClick={() => choose('')}>
        Send now instead
      </Button>
    </div>
  );
}

/** Has a draft dated on the day on which it goes, with the dates that are counted from it. */
export function DateOnSending({
  document,
  day,
  noun,
  error,
  ...field
}: {
  ref: Ref<HTMLInputElement>;
  /** Why the document cannot be issued on its own date. */
  error: string | undefined;
  document: DatedDocument;
  /** On which it goes. */
  day: CalendarDate;
  noun: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const { ref, checked, onChange } = field;
  const label = `Date the ${noun} the day it is sent`;
  const tell = ({ issueDate, dueDate, expiryDate }: DatedDocument) =>
    [
      `dated ${formatDate(issueDate)}`,
      dueDate ? `due ${formatDate(dueDate)}` : '',
      expiryDate ? `valid until ${formatDate(expiryDate)}` : '',
    ]
      .filter((part) => part !== '')
      .join(' and ');
  return (
    <CheckField
      className="mt-3"
      ref={ref}
      label={label}
      error={error && `${error}. Select ‘${label}’ to solve this.`}
      hint={`It is ${tell(checked ? moveIssueDate(document, day) : document)}.`}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
