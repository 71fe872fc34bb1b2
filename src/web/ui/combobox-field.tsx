import { Combobox, useCombobox } from '@mantine/core';
import { IconPlus, IconSelector } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useEffect, useState } from 'react';
import classes from './combobox-field.module.css';
import fieldClasses from './field.module.css';
import type { FieldSetting } from './field.tsx';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';

export interface ComboboxOption {
  value: string;
  label: string;
  /** Muted beside the label. */
  detail?: string | undefined;
}

interface Props extends FieldSetting {
  /** Value of the chosen option; '' for none. */
  value: string;
  /** Label of the chosen option, which need not be among the options that are loaded. */
  shown: string;
  options: readonly ComboboxOption[];
  onChange: (value: string, option: ComboboxOption) => void;
  onBlur?: () => void;
  /** Called with each change of the text: find options for it. */
  onSearch: (text: string) => void;
  loading?: boolean;
  placeholder?: string;
  /** Said when nothing is found. */
  emptyText?: string;
  /** Last entry of the list, such as 'Add New Customer'; is given what was typed. */
  action?: { label: string; onClick: (text: string) => void };
  disabled?: boolean;
  name?: string;
  ref?: Ref<HTMLInputElement>;
}

const ACTION = '\u0000action';

/** One of many, found by typing. Options come from wherever `onSearch` finds them. */
export function ComboboxField({
  value,
  shown,
  options,
  onChange,
  onBlur,
  onSearch,
  loading = false,
  placeholder,
  emptyText = 'Nothing found.',
  action,
  disabled,
  name,
  ref,
  ...setting
}: Props) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { selectFirstOption } = combobox;

  useEffect(() => {
    if (typed) selectFirstOption();
    // The list is another one when the options change.
  }, [typed, options, selectFirstOption]);

  const leave = () => {
    setTyped(undefined);
    combobox.closeDropdown();
    onSearch('');
  };
  const pick = (picked: string) => {
    const text = typed ?? '';
    leave();
    if (picked === ACTION) {
      action?.onClick(text);
      return;
    }
    const option = options.find((one) => one.value === picked);
    if (option) onChange(picked, option);
  };
  return (
    <Field {...setting}>
      {(control) => (
        <Combobox
          store={combobox}
          onOptionSubmit={pick}
          offset={4}
          hideDetached={false}
          transitionProps={{ transition: 'fade-down', duration: 120 }}
          classNames={{ dropdown: classes.dropdown, option: classes.option, empty: classes.empty }}
        >
          <Combobox.Target>
            <div className={fieldClasses.box}>
              <Combobox.EventsTarget>
                <input
                  {...control}
                  ref={ref}
                  type="text"
                  dir="auto"
                  name={name}
                  disabled={disabled}
                  autoComplete="off"
                  spellCheck={false}
                  className={fieldClasses.input}
                  placeholder={placeholder}
                  value={typed ?? shown}
                  onClick={() => combobox.openDropdown()}
                  onFocus={(event) => event.target.select()}
                  onChange={(event) => {
                    setTyped(event.target.value);
                    onSearch(event.target.value);
                    combobox.openDropdown();
                  }}
                  onKeyDown={(event) => {
                    if (event.key === 'Escape' && combobox.dropdownOpened) {
                      event.stopPropagation();
                      leave();
                    }
                  }}
                  onBlur={() => {
                    leave();
                    onBlur?.();
                  }}
                />
              </Combobox.EventsTarget>
              <Icon as={IconSelector} />
            </div>
          </Combobox.Target>
          <Combobox.Dropdown>
            <Combobox.Options className={classes.options}>
              {options.map((option) => (
                <Combobox.Option
                  key={option.value}
                  value={option.value}
                  active={option.value === value}
                >
                  <span className={classes.label}>{option.label}</span>
                  {option.detail && <span className={classes.detail}>{option.detail}</span>}
                </Combobox.Option>
              ))}
              {options.length === 0 && (
                <Combobox.Empty>{loading ? 'Searching…' : emptyText}</Combobox.Empty>
              )}
              {action && (
                <Combobox.Option value={ACTION} className={classes.action}>
                  <Icon as={IconPlus} />
                  {action.label}
                </Combobox.Option>
              )}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
      )}
    </Field>
  );
}
