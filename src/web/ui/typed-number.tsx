import type { ComponentProps, InputHTMLAttributes, ReactNode } from 'react';
import { useState } from 'react';
import { parseTyped, QUANTITY_PLACES } from '../../shared/money/decimal.ts';
import type { NumberStyle } from '../../shared/money/number-style.ts';
import { readNumber, writeFigures, writeInStyle } from '../../shared/money/number-style.ts';
import { TextField } from './text-field.tsx';
import { useNumberStyle } from './use-number-style.ts';

interface Asked {
  value: string;
  onChange: (value: string) => void;
  /** What the value is shown as when nobody is typing; as it is unless told. */
  show?: (value: string) => string;
  /** What is told of what was typed. */
  read?: (plain: string) => string;
  isRate?: boolean;
  isAmount?: boolean;
  /** A percentage, or an amount of money. */
  isShare?: boolean;
}

/**
 * A number that is typed and shown as people write it where the business is, and told as code reads it.
 * What elsewhere would be another number is said at once, and for as long as it stands there.
 */
export function useTypedNumber({
  value,
  onChange,
  show = (plain) => plain,
  read = (plain) => plain,
  ...of
}: Asked) {
  const style = useNumberStyle();
  const isMoney = of.isAmount === true || of.isShare === true;
  const [typed, setTyped] = useState<{ text: string; value: string } | undefined>();
  const [lastTyped, setLastTyped] = useState<{ told: string; understood: string | undefined }>();
  return {
    // While somebody types, their text stays as it is, unless the value was changed from elsewhere.
    text:
      typed && typed.value === value
        ? typed.text
        : writeInStyle(show(value), style, { isAmount: isMoney }),
    isTyping: typed !== undefined,
    understood: lastTyped && isSameNumber(lastTyped.told, value) ? lastTyped.understood : undefined,
    type(text: string) {
      const number = readNumber(text, style, of);
      const told = read(number.plain);
      setTyped({ text, value: told });
      setLastTyped({ told, understood: number.understood });
      onChange(told);
    },
    leave: () => setTyped(undefined),
  };
}

/** Whether a value is still what was typed, however it is written since. */
function isSameNumber(told: string, value: string): boolean {
  if (value === '') return false;
  const number = parseTyped(value, QUANTITY_PLACES);
  return told === value || (number !== undefined && number === parseTyped(told, QUANTITY_PLACES));
}

interface Beside {
  hint?: ReactNode;
  error?: string | undefined;
  placeholder?: string | undefined;
}

/** Words around a number's field, with figures as the field shows them. What is more than words does so itself. */
export function besideNumber(
  { hint, error, placeholder }: Beside,
  style: NumberStyle,
  of?: { isAmount: boolean },
): Beside {
  const write = (words: string) => writeFigures(words, style, of);
  return {
    hint: typeof hint === 'string' ? write(hint) : hint,
    error: error && write(error),
    placeholder: placeholder && write(placeholder),
  };
}

/** In something positioned that is as high as the field. */
export const FLOATING_NOTE =
  'absolute top-full right-0 z-2 mt-1 rounded-sm border border-line bg-surface px-2 py-0.5 text-12 whitespace-nowrap text-ink tabular-nums shadow-pop';

/** What was understood, beside or beneath the field. */
export function Understood({
  number,
  className,
}: {
  number: string | undefined;
  className?: string;
}) {
  return (
    <span role="status" className={className}>
      {number !== undefined && `= ${number}`}
    </span>
  );
}

/** What hears of a change hears the number as code reads it. */
type OnNumber = (event: { target: { value: string } }) => void;

type NumberTextFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  value: string;
  onChange: OnNumber;
  isShare?: boolean;
};

/** A text that is a number, or a percentage or an amount: '30% or 500.00'. */
export function NumberTextField({
  value,
  onChange,
  onBlur,
  isShare = false,
  ...field
}: NumberTextFieldProps) {
  const style = useNumberStyle();
  const beside = besideNumber(field, style, { isAmount: isShare });
  const typed = useTypedNumber({
    value,
    isShare,
    onChange: (told) => onChange({ target: { value: told } }),
  });
  return (
    <TextField
      {...field}
      {...beside}
      value={typed.text}
      hint={typed.understood === undefined ? beside.hint : <Understood number={typed.understood} />}
      onChange={(event) => typed.type(event.target.value)}
      onBlur={(event) => {
        typed.leave();
        onBlur?.(event);
      }}
    />
  );
}

type NumberInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  value: string;
  onChange: OnNumber;
  isAmount?: boolean;
  isShare?: boolean;
};

/**
 * The same without a label: a cell of a table. What was understood floats beneath while somebody types,
 * so that the table keeps its height; what is around it is positioned and as high as the cell.
 */
export function NumberInput({
  value,
  onChange,
  onBlur,
  isAmount = false,
  isShare = false,
  placeholder,
  ...input
}: NumberInputProps) {
  const style = useNumberStyle();
  const typed = useTypedNumber({
    value,
    isAmount,
    isShare,
    onChange: (told) => onChange({ target: { value: told } }),
  });
  return (
    <>
      <input
        {...input}
        {...(placeholder === undefined ? {} : { placeholder: writeFigures(placeholder, style) })}
        value={typed.text}
        onChange={(event) => typed.type(event.target.value)}
        onBlur={(event) => {
          typed.leave();
          onBlur?.(event);
        }}
      />
      {typed.isTyping && typed.understood !== undefined && (
        <Understood number={typed.understood} className={FLOATING_NOTE} />
      )}
    </>
  );
}
