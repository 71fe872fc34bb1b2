import { FlaskIcon } from './icons.tsx';
import styles from './test-mode-banner.module.css';

/** Stands above everything where payments are a rehearsal. */
export function TestModeBanner({ withCard }: { withCard: boolean }) {
  return (
    <div className={styles.banner} role="status">
      <FlaskIcon />
      <span>
        <b>Test mode.</b> No real money moves.
        {withCard && (
          <>
            {' '}
            Pay with card <span className={styles.card}>4242 4242 4242 4242</span>.
          </>
        )}
      </span>
    </div>
  );
}
