import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { currencyDecimals } from '../../shared/money/currencies.ts';
import {
  countPlaces,
  formatDecimal,
  formatQuantity,
  parseTyped,
  QUANTITY_PLACES,
  RATE_PLACES,
  writeDecimal,
  writeUsual,
} from '../../shared/money/decimal.ts';
import {
  currencyName,
  currencySign,
  formatAmount,
  readTypedMoney,
} from '../../shared/money/money.ts';
import { signFault } from '../../shared/money/number-style.ts';
import { cx } from './cx.ts';
import classes from './field.module.css';
import type { FieldSetting } from './field.tsx';
import { Field, splitSetting } from './field.tsx';
import { besideNumber, FLOATING_NOTE, Understood, useTypedNumber } from './typed-number.tsx';
import { useNumberStyle } from './use-number-style.ts';

/** What is typed: an amount or a price of a currency, a quantity, or a rate in percent. */
export type DecimalKind =
  | { kind: 'money' | 'price'; currency: string }
  | { kind: 'quantity' | 'rate' };

/** What was typed as a plain decimal, with the places of its kind; undefined for no such number. */
function readTyped(text: string, of: DecimalKind): string | undefined {
  if (of.kind === 'money') return readTypedMoney(text, of.currency)?.amount;
  const places = of.kind === 'rate' ? RATE_PLACES : QUANTITY_PLACES;
  // A percentage may be typed with its sign.
  const value = parseTyped(of.kind === 'rate' ? text.replace(/%\s*$/, '') : text, places);
  if (value === undefined) return undefined;
  return of.kind === 'price' ? priceText(value, of.currency) : writeUsual(value, places);
}

/** A price has its currency's decimals, and more where they count. */
function priceText(value: bigint, currency: string): string {
  const text = writeDecimal(value, QUANTITY_PLACES);
  const idle = QUANTITY_PLACES - Math.max(currencyDecimals(currency), countPlaces(text));
  return idle === QUANTITY_PLACES ? text.slice(0, -idle - 1) : text.slice(0, text.length - idle);
}

/** A value as such a field shows it when nobody is typing: '1200.5' → '1,200.50'. */
export function shownDecimal(value: string, of: DecimalKind): string {
  const decimal = readTyped(value, of);
  if (decimal === undefined) return value;
  switch (of.kind) {
    case 'money':
      return formatAmount({ amount: decimal, currency: of.currency });
    case 'price':
      return formatDecimal(decimal);
    case 'quantity':
    case 'rate':
      return formatQuantity(decimal);
  }
}

export interface DecimalInputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'type'
> {
  of: DecimalKind;
  /** A decimal such as '1200.50', or what was typed when that is no number. */
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
  /** What was understood floats beneath while somebody types, where there is no room beside it. */
  noteFloats?: boolean;
}

/**
 * A number as people type it ('1,200.50', '$ 95'). Tells its value as a plain decimal with each
 * change and shows it formatted when left. What is no number is told as typed, for the schema to
 * refuse in words.
 */
export function DecimalInput({
  of,
  value,
  onChange,
  onBlur,
  onFocus,
  noteFloats = false,
  ...input
}: DecimalInputProps) {
  const typed = useTypedNumber({
    value,
    onChange,
    show: (plain) => shownDecimal(plain, of),
    read: (plain) => readTyped(plain, of) ?? plain.trim(),
    isRate: of.kind === 'rate',
    isAmount: of.kind === 'money' || of.kind === 'price',
  });
  const control = (
    <input
      inputMode="decimal"
      autoComplete="off"
      {...input}
      type="text"
      value={typed.text}
      onFocus={(event) => {
        event.target.select();
        onFocus?.(event);
      }}
      onChange={(event) => typed.type(event.target.value)}
      onBlur={(event) => {
        typed.leave();
        onBlur?.(event);
      }}
    />
  );
  if (typed.understood === undefined || (noteFloats && !typed.isTyping)) return control;
  return (
    <>
      {control}
      <Understood
        number={typed.understood}
        className={noteFloats ? FLOATING_NOTE : 'shrink-0 text-12 text-muted'}
      />
    </>
  );
}

type DecimalFieldProps = FieldSetting & Omit<DecimalInputProps, 'of' | 'className' | 'prefix'>;
type MoneyFieldProps = DecimalFieldProps & { currency: string };

/**
 * An amount of money. For react-hook-form, inside a `Controller`: `<MoneyField {...field} />`.
 * @param onCurrency makes a button of the currency's sign, for who wants another one
 */
export function MoneyField({
  currency,
  onCurrency,
  ...props
}: MoneyFieldProps & { onCurrency?: (() => void) | undefined }) {
  const sign = currencySign(currency);
  const prefix = onCurrency ? (
    <button
      type="button"
      className="-m-2 cursor-pointer border-0 bg-transparent p-2 text-inherit hover:text-ink"
      aria-label={`Currency: ${currencyName(currency)}. Change it`}
      title="Another currency"
      onClick={onCurrency}
    >
      {sign}
    </button>
  ) : (
    sign
  );
  return <DecimalField {...props} of={{ kind: 'money', currency }} prefix={prefix} />;
}

/** The price of one unit, with up to six decimals. */
export function PriceField({ currency, ...props }: MoneyFieldProps) {
  return (
    <DecimalField {...props} of={{ kind: 'price', currency }} prefix={currencySign(currency)} />
  );
}

/** A quantity, with up to six decimals. */
export function QuantityField(props: DecimalFieldProps) {
  return <DecimalField {...props} of={{ kind: 'quantity' }} />;
}

/** A rate in percent. */
export function RateField(props: DecimalFieldProps) {
  return <DecimalField {...props} of={{ kind: 'rate' }} suffix="%" />;
}

interface Signs {
  of: DecimalKind;
  prefix?: ReactNode;
  suffix?: string;
}

function DecimalField({ prefix, suffix, ...props }: DecimalFieldProps & Signs) {
  const { setting, control: input } = splitSetting(props);
  const style = useNumberStyle();
  const { kind } = input.of;
  const write = { isAmount: kind === 'money' || kind === 'price' };
  const fault =
    setting.error && signFault(input.value, style.decimal, { takesPercent: kind === 'rate' });
  const { error, hint, placeholder } = besideNumber(
    { error: fault ?? setting.error, hint: setting.hint, placeholder: input.placeholder },
    style,
    write,
  );
  return (
    <Field {...setting} error={error} hint={hint}>
      {(control) => (
        <div className={classes.box}>
          {prefix && (
            <span className="text-muted" aria-hidden={typeof prefix === 'string'}>
              {prefix}
            </span>
          )}
          <DecimalInput
            {...input}
            {...control}
            placeholder={placeholder}
            className={cx(classes.input, classes.number)}
          />
          {suffix && (
            <span className="text-muted" aria-hidden="true">
              {suffix}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}
