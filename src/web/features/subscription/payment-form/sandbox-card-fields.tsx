import type { Ref } from 'react';
import { useImperativeHandle, useRef, useState } from 'react';
import fieldClasses from '../../../ui/field.module.css';
import { Field } from '../../../ui/field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { CardDetails, CardErrors, CardText } from './card-input.ts';
import { brandName, formatCardNumber, formatExpiry, readCard } from './card-input.ts';

export interface CardFields {
  /** The card, or undefined: the fields then say what is wrong, and the first such has the focus. */
  read(): CardDetails | undefined;
}

const ORDER = ['number', 'expiry', 'cvc', 'name'] as const;

/** The card form of the sandbox: number, expiry, security code and name. */
export function SandboxCardFields({ ref }: { ref: Ref<CardFields> }) {
  const [text, setText] = useState<CardText>({ number: '', expiry: '', cvc: '', name: '' });
  const [errors, setErrors] = useState<CardErrors>({});
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    read() {
      const { card, errors: wrong = {} } = readCard(text, new Date());
      setErrors(wrong);
      const first = ORDER.find((name) => wrong[name]);
      if (first) box.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return card;
    },
  }));
  const change = (name: keyof CardText, value: string) => {
    setText((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _gone, ...others }) => others);
  };
  const brand = brandName(text.number);
  return (
    <div ref={box} className="grid grid-cols-[1fr_1fr] gap-x-4 gap-y-3.5">
      <Field className="col-span-full" label="Card number" error={errors.number}>
        {(control) => (
          <div className={fieldClasses.box}>
            <input
              {...control}
              type="text"
              className={fieldClasses.input}
              name="number"
              inputMode="numeric"
              autoComplete="cc-number"
              placeholder="1234 1234 1234 1234"
              value={text.number}
              onChange={(event) => change('number', formatCardNumber(event.target.value))}
            />
            {brand && <span className="text-muted text-12 font-semi">{brand}</span>}
          </div>
        )}
      </Field>
      <TextField
        label="Expiry"
        name="expiry"
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder="MM / YY"
        value={text.expiry}
        error={errors.expiry}
        onChange={(event) => change('expiry', formatExpiry(event.target.value, text.expiry))}
      />
      <TextField
        label="Security code"
        name="cvc"
        inputMode="numeric"
        autoComplete="cc-csc"
        placeholder="CVC"
        maxLength={4}
        value={text.cvc}
        error={errors.cvc}
        onChange={(event) => change('cvc', event.target.value)}
      />
      <TextField
        className="col-span-full"
        label="Name on card"
        name="name"
        autoComplete="cc-name"
        maxLength={200}
        value={text.name}
        onChange={(event) => change('name', event.target.value)}
      />
      <p className="col-span-full py-2 px-[11px] rounded-sm bg-caution-soft text-12">
        Test mode: 4242 4242 4242 4242 pays, with any future date and any code.
      </p>
    </div>
  );
}
