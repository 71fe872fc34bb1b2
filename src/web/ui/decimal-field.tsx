import type { InputHTMLAttributes, Ref } from 'react';
import { useState } from 'react';
import {
  formatDecimal,
  formatQuantity,
  formatRate,
  parseTyped,
} from '../../shared/money/hundredths.ts';
import { cx } from './cx.ts';
import classes from './field.module.css';
import type { FieldSetting } from './field.tsx';
import { Field, splitSetting } from './field.tsx';

export type DecimalKind = 'money' | 'quantity' | 'rate';

const FORMATS: Record<DecimalKind, (value: string) => string> = {
  money: formatDecimal,
  quantity: formatQuantity,
  rate: formatRate,
};

/** A value as such a field shows it when nobody is typing: '1200.5' → '1,200.50'. */
export function shownDecimal(value: string, kind: DecimalKind): string {
  const decimal = parseTyped(value);
  return decimal === undefined ? value : FORMATS[kind](decimal);
}

export interface DecimalInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> {
  kind: DecimalKind;
  /** A decimal such as '1200.50', or what was typed when that is no number. */
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A number as people type it ('1,200.50', '$ 95'). Tells its value as a plain decimal with each
 * change and shows it formatted when left. What is no number is told as typed, for the schema to
 * refuse in words.
 */
export function DecimalInput({
  kind,
  value,
  onChange,
  onBlur,
  onFocus,
  ...input
}: DecimalInputProps) {
  const [typed, setTyped] = useState<{ text: string; value: string } | undefined>(undefined);
  // While somebody types, their text stays as it is, unless the value was changed from elsewhere.
  const text = typed && typed.value === value ? typed.text : shownDecimal(value, kind);
  return (
    <input
      inputMode="decimal"
      autoComplete="off"
      {...input}
      type="text"
      value={text}
      onFocus={(event) => {
        event.target.select();
        onFocus?.(event);
      }}
      onChange={(event) => {
        const next = event.target.value;
        const told = parseTyped(next) ?? next.trim();
        setTyped({ text: next, value: told });
        onChange(told);
      }}
      onBlur={(event) => {
        setTyped(undefined);
        onBlur?.(event);
      }}
    />
  );
}

type DecimalFieldProps = FieldSetting & Omit<DecimalInputProps, 'kind' | 'className'>;

/** An amount of money. For react-hook-form, inside a `Controller`: `<MoneyField {...field} />`. */
export function MoneyField(props: DecimalFieldProps) {
  return <DecimalField {...props} kind="money" prefix="$" />;
}

/** A quantity from 0.01. */
export function QuantityField(props: DecimalFieldProps) {
  return <DecimalField {...props} kind="quantity" />;
}

/** A rate in percent. */
export function RateField(props: DecimalFieldProps) {
  return <DecimalField {...props} kind="rate" suffix="%" />;
}

function DecimalField({
  prefix,
  suffix,
  ...props
}: FieldSetting &
  Omit<DecimalInputProps, 'className' | 'prefix'> & {
    prefix?: string | undefined;
    suffix?: string;
  }) {
  const { setting, control: input } = splitSetting(props);
  return (
    <Field {...setting}>
      {(control) => (
        <div className={classes.box}>
          {prefix && (
            <span className={classes.prefix} aria-hidden="true">
              {prefix}
            </span>
          )}
          <DecimalInput {...input} {...control} className={cx(classes.input, classes.number)} />
          {suffix && (
            <span className={classes.prefix} aria-hidden="true">
              {suffix}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}
