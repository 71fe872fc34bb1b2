import { useState } from 'react';
import styles from './business-mark.module.css';
import { initials } from './public-invoice-labels.ts';

/** Logo and name of the business: its face, not ours. */
export function BusinessMark({ name, logoUrl }: { name: string; logoUrl: string | null }) {
  const [broken, setBroken] = useState(false);
  return (
    <div className={styles.business}>
      {logoUrl && !broken ? (
        <span className={styles.tile} data-logo>
          <img src={logoUrl} alt="" onError={() => setBroken(true)} />
        </span>
      ) : (
        <span className={styles.tile} aria-hidden="true">
          {initials(name)}
        </span>
      )}
      <span className={styles.name} dir="auto">
        {name}
      </span>
    </div>
  );
}
