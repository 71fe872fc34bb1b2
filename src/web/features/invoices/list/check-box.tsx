import { useEffect, useRef } from 'react';

const BOX =
  "m-0 grid size-4 cursor-pointer appearance-none place-items-center rounded-[4px] border-[1.5px] border-field bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent after:w-2 after:border-on-accent checked:after:-mt-0.5 checked:after:h-[5px] checked:after:-rotate-45 checked:after:border-b-[1.6px] checked:after:border-l-[1.6px] checked:after:content-[''] indeterminate:after:border-t-[1.6px] indeterminate:after:content-['']";

interface Props {
  label: string;
  checked: boolean;
  /** Some, but not all, of what it stands for. */
  partly?: boolean;
  onChange: () => void;
}

/** A 16 px box whose target is the whole cell. */
export function CheckBox({ label, checked, partly = false, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = partly;
  }, [partly]);
  return (
    <label className="flex h-[43px] cursor-pointer items-center pl-5">
      <input
        ref={input}
        type="checkbox"
        className={BOX}
        aria-label={label}
        checked={checked}
        onChange={onChange}
      />
    </label>
  );
}
