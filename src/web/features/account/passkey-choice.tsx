import type { InputHTMLAttributes, Ref } from 'react';
import type { DoubtfulPasskey } from '../../../shared/accounts/account.contract.ts';
import { formatInstant } from '../../lib/format-instant.ts';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  passkeys: readonly DoubtfulPasskey[];
  /** What the box decides. */
  words: string;
  /** There is nothing to decide: they are only named. */
  decided?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** Passkeys that may be somebody else's, and a box that decides what becomes of them. */
export function PasskeyChoice({ passkeys, words, decided = false, ...input }: Props) {
  return (
    <div className="grid gap-1.5 rounded bg-caution-soft px-3.5 py-3 text-13 leading-[1.45] text-pretty text-ink">
      {decided ? (
        <p>{words}</p>
      ) : (
        <label className="flex items-start gap-2.5">
          <input className="m-0 size-5 flex-none accent-accent" type="checkbox" {...input} />
          <span>{words}</span>
        </label>
      )}
      <ul className="list-disc pl-12 wrap-anywhere">
        {passkeys.map(({ id, name, createdAt }) => (
          <li key={id}>
            <bdi>{name}</bdi>, added {formatInstant(createdAt, undefined)}
          </li>
        ))}
      </ul>
    </div>
  );
}
