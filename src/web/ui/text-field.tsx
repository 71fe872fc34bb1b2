import type { InputHTMLAttributes, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { useState } from 'react';
import { MAX_SEARCH } from '../../shared/lists/search-text.ts';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import classes from './field.module.css';
import type { FieldSetting } from './field.tsx';
import { Field, splitSetting } from './field.tsx';
import { Icon } from './icon.tsx';
import type { IconType } from './icons.ts';
import { IconEye, IconEyeOff, IconSearch, IconSelector, IconX } from './icons.ts';

type TextFieldProps = FieldSetting &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & {
    icon?: IconType;
    ref?: Ref<HTMLInputElement>;
  };

/** A line of text. Takes `{...form.register('name')}`. */
export function TextField({ icon, ...props }: TextFieldProps) {
  const { setting, control: input } = splitSetting(props);
  return (
    <Field {...setting}>
      {(control) => (
        <div className={classes.box}>
          {icon && <Icon as={icon} />}
          <input type="text" dir="auto" {...input} {...control} className={classes.input} />
        </div>
      )}
    </Field>
  );
}

/** An email address. In an input of the type 'email' Chromium turns 'bücher.example' into 'xn--bcher-kva.example'. */
export function EmailField(props: TextFieldProps) {
  return <TextField inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />;
}

/** A password with a button that shows it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'icon'>) {
  const { setting, control: input } = splitSetting(props);
  const [shown, setShown] = useState(false);
  return (
    <Field {...setting}>
      {(control) => (
        <div className={classes.box}>
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={classes.input}
            autoCapitalize="none"
            spellCheck={false}
          />
          <IconButton
            className="-mr-1.5"
            size="sm"
            tooltip={false}
            label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            icon={shown ? IconEyeOff : IconEye}
            onClick={() => setShown((was) => !was)}
          />
        </div>
      )}
    </Field>
  );
}

type TextAreaFieldProps = FieldSetting &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> & {
    ref?: Ref<HTMLTextAreaElement>;
  };

export function TextAreaField(props: TextAreaFieldProps) {
  const { setting, control: area } = splitSetting(props);
  return (
    <Field {...setting}>
      {(control) => (
        <div className={cx(classes.box, classes.area)}>
          <textarea rows={3} dir="auto" {...area} {...control} className={classes.textarea} />
        </div>
      )}
    </Field>
  );
}

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

type SelectFieldProps = FieldSetting &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'children'> & {
    options: readonly SelectOption[];
    /** The words of the empty choice. */
    placeholder?: string;
    icon?: IconType;
    ref?: Ref<HTMLSelectElement>;
  };

/** One of a few. The platform's own list, which every phone and reader knows. */
export function SelectField({ options, placeholder, icon, ...props }: SelectFieldProps) {
  const { setting, control: select } = splitSetting(props);
  return (
    <Field {...setting}>
      {(control) => (
        <div className={cx(classes.box, classes.selectBox)}>
          {icon && <Icon as={icon} />}
          <select {...select} {...control} className={cx(classes.input, classes.select)}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon as={IconSelector} />
        </div>
      )}
    </Field>
  );
}

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** A search box; Escape and the cross empty it. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  className,
  ref,
}: SearchFieldProps) {
  return (
    <div className={cx(classes.box, className)} role="search" aria-label={label}>
      <Icon as={IconSearch} />
      <input
        ref={ref}
        type="search"
        className={classes.input}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={MAX_SEARCH}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          onChange('');
        }}
      />
      {value !== '' && (
        <IconButton
          className="-mr-1.5"
          size="sm"
          tooltip={false}
          label="Clear search"
          icon={IconX}
          onClick={() => onChange('')}
        />
      )}
    </div>
  );
}
