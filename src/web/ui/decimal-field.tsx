import type { InputHTMLAttributes, Ref } from 'react';
import { useState } from 'react';
import { currencyDecimals, DEFAULT_CURRENCY } from '../../shared/money/currencies.ts';
import {
  formatQuantity,
  formatRate,
  QUANTITY_PLACES,
  RATE_PLACES,
  readTypedDecimal,
} from '../../shared/money/decimal.ts';
import {
  currencySign,
  formatAmount,
  formatPriceAmount,
  money,
  readTypedMoney,
} from '../../shared/money/money.ts';
import { cx } from './cx.ts';
import classes from './field.module.css';
import type { FieldSetting } from './field.tsx';
import { Field, splitSetting } from './field.tsx';

/** A price is of one unit and has up to six decimals, an amount of money those of its currency. */
export type DecimalKind = 'money' | 'price' | 'quantity' | 'rate';

interface Form {
  /** What was typed as a plain decimal; undefined for what is none. */
  read: (text: string, currency: string) => string | undefined;
  show: (value: string, currency: string) => string;
}

const FORMS: Record<DecimalKind, Form> = {
  money: {
    read: (text, currency) => readTypedMoney(text, currency)?.amount,
    show: (value, currency) => formatAmount(money(value, currency)),
  },
  price: {
    read: (text) => readTypedDecimal(text, QUANTITY_PLACES),
    show: (value, currency) => formatPriceAmount(money(value, currency)),
  },
  quantity: { read: (text) => readTypedDecimal(text, QUANTITY_PLACES), show: formatQuantity },
  rate: { read: (text) => readTypedDecimal(text, RATE_PLACES), show: formatRate },
};

/** A value as such a field shows it when nobody is typing: '1200.5' → '1,200.50'. */
export function shownDecimal(
  value: string,
  kind: DecimalKind,
  currency = DEFAULT_CURRENCY,
): string {
  const { read, show } = FORMS[kind];
  const decimal = read(value, currency);
  return decimal === undefined ? value : show(decimal, currency);
}

export interface DecimalInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> {
  kind: DecimalKind;
  /** Of money and prices. */
  currency?: string | undefined;
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
  currency = DEFAULT_CURRENCY,
  value,
  onChange,
  onBlur,
  onFocus,
  ...input
}: DecimalInputProps) {
  const [typed, setTyped] = useState<{ text: string; value: string } | undefined>(undefined);
  // While somebody types, their text stays as it is, unless the value was changed from elsewhere.
  const text = typed && typed.value === value ? typed.text : shownDecimal(value, kind, currency);
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
        const told = FORMS[kind].read(next, currency) ?? next.trim();
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
  return <MarkedField {...props} kind="money" />;
}

/** A price of one unit. */
export function PriceField(props: DecimalFieldProps) {
  return <MarkedField {...props} kind="price" />;
}

/** Behind the sign of its currency. */
function MarkedField(props: DecimalFieldProps & { kind: DecimalKind }) {
  const { currency = DEFAULT_CURRENCY } = props;
  const digits = currencyDecimals(currency) === 0 ? 'numeric' : 'decimal';
  return (
    <DecimalField
      inputMode={props.kind === 'money' ? digits : 'decimal'}
      {...props}
      prefix={currencySign(currency)}
    />
  );
}

/** A quantity above zero, with up to six decimals. */
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
