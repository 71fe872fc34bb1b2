import { RemitMark } from './icons.tsx';
import styles from './powered-by.module.css';

export function PoweredBy() {
  return (
    <p className={styles.powered}>
      Powered by{' '}
      <a href="/">
        <RemitMark />
        Remit
      </a>
    </p>
  );
}
