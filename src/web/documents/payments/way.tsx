import type { ReactNode } from 'react';

/**
 * A small step beside a line of money.
 * @param about its words to readers, who hear it without what stands around it
 */
export function Way({
  about,
  onClick,
  children,
}: {
  about: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" aria-label={about} onClick={onClick}>
      {children}
    </button>
  );
}
