import { Combobox, ComboboxItem, ComboboxPopover, ComboboxProvider } from '@ariakit/react';
import type { Ref } from 'react';
import { useRef, useState } from 'react';
import { cx } from './cx.ts';
import fieldClasses from './field.module.css';
import type { FieldSetting } from './field.tsx';
import { Field } from './field.tsx';
import { FLOATING } from './floating.ts';
import { Icon } from './icon.tsx';
import { IconPlus, IconSelector } from './icons.ts';

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

const OPTION =
  'flex min-h-[34px] cursor-pointer items-center gap-2 rounded-sm px-2.5 py-1 text-14 hover:bg-wash-2 max-md:min-h-11 max-md:text-[1rem]';
const ACTIVE = 'data-active-item:bg-wash-2';

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
  const [typed, setTyped] = useState<string>();
  const [opened, setOpened] = useState(false);
  const wasOpen = useRef(false);
  const leave = () => {
    setTyped(undefined);
    setOpened(false);
    onSearch('');
  };
  return (
    <Field {...setting}>
      {(control) => (
        <ComboboxProvider
          // From the last one the arrows go to the first.
          includesBaseElement={false}
          open={opened}
          setOpen={(open) => (open ? setOpened(true) : leave())}
          value={typed ?? shown}
          setValue={(text) => {
            setTyped(text);
            onSearch(text);
          }}
        >
          <div className={fieldClasses.box}>
            <Combobox
              {...control}
              ref={ref}
              // The first that is found is what Enter takes.
              autoSelect={typed !== undefined && typed !== ''}
              name={name}
              disabled={disabled}
              dir="auto"
              autoComplete="list"
              spellCheck={false}
              className={fieldClasses.input}
              placeholder={placeholder}
              // Escape closes the list, and what the field stands in with the next press.
              onKeyDownCapture={() => {
                wasOpen.current = opened;
              }}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && wasOpen.current) event.stopPropagation();
              }}
              onFocus={(event) => event.currentTarget.select()}
              onBlur={() => {
                leave();
                onBlur?.();
              }}
            />
            <Icon as={IconSelector} />
          </div>
          <ComboboxPopover
            portal
            unmountOnHide
            gutter={4}
            // As wide as the box around the input.
            getAnchorRect={(input) => input?.parentElement?.getBoundingClientRect() ?? null}
            sameWidth
            wrapperProps={{ style: { minWidth: 'min(280px, 92vw)' } }}
            className={FLOATING}
          >
            <div className="max-h-[min(264px,calc(var(--popover-available-height)-12px))] overflow-auto">
              {options.map((option) => (
                <ComboboxItem
                  key={option.value}
                  className={cx(OPTION, option.value === value ? 'bg-accent-soft' : ACTIVE)}
                  hideOnClick
                  onClick={() => onChange(option.value, option)}
                >
                  <span className="truncate">{option.label}</span>
                  {option.detail && (
                    <span className="min-w-0 flex-1 truncate text-muted">{option.detail}</span>
                  )}
                </ComboboxItem>
              ))}
              {options.length === 0 && (
                <p className="p-2.5 text-muted">{loading ? 'Searching…' : emptyText}</p>
              )}
              {action && (
                <ComboboxItem
                  className={cx(OPTION, ACTIVE, 'mt-1 font-med text-accent')}
                  hideOnClick
                  onClick={() => action.onClick(typed ?? '')}
                >
                  <Icon as={IconPlus} />
                  {action.label}
                </ComboboxItem>
              )}
            </div>
          </ComboboxPopover>
        </ComboboxProvider>
      )}
    </Field>
  );
}
