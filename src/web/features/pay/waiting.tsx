import { useEffect, useState } from 'react';
import styles from './waiting.module.css';

/** A spinner that shows at once only flickers: most answers are here sooner than this. */
const SPINNER_AFTER_MS = 300;

export function Waiting({ label }: { label: string }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SPINNER_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className={styles.waiting} aria-busy="true">
      <output>
        {long && <span className={styles.spinner} />}
        {long && <span className={styles.hidden}>{label}</span>}
      </output>
    </main>
  );
}
