import { useEffect, useRef } from 'react';
import classes from './check-box.module.css';

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
        className={classes.box}
        aria-label={label}
        checked={checked}
        onChange={onChange}
      />
    </label>
  );
}
