import type { InputHTMLAttributes, Ref } from 'react';
import type { DoubtfulPasskey } from '../../../shared/accounts/account.contract.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import classes from './passkey-choice.module.css';

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
    <div className={classes.choice}>
      {decided ? (
        <p>{words}</p>
      ) : (
        <label>
          <input type="checkbox" {...input} />
          <span>{words}</span>
        </label>
      )}
      <ul>
        {passkeys.map(({ id, name, createdAt }) => (
          <li key={id}>
            <bdi>{name}</bdi>, added {formatInstant(createdAt, undefined)}
          </li>
        ))}
      </ul>
    </div>
  );
}
