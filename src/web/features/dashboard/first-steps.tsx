import { useState } from 'react';
import { Link } from 'react-router';
import type { Dashboard } from '../../../shared/dashboard/dashboard.contract.ts';
import { StatusGlyph } from '../../documents/status-glyph.tsx';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import classes from './first-steps.module.css';
import { progress, STEPS } from './steps.ts';

/** What to do first. A dashed ring is to be done, a tick is done; with the last tick it goes. */
export function FirstSteps({ done }: { done: Dashboard['firstSteps'] }) {
  const user = useUser();
  const key = `remit.first-steps-hidden.${user?.id ?? ''}`;
  const [hidden, setHidden] = useState(() => isHidden(key));
  const hide = () => {
    setHidden(true);
    try {
      localStorage.setItem(key, 'true');
    } catch {
      // Storage may be closed to us: they come again with the next visit.
    }
  };
  const { count, next, compact, told } = progress(done);
  if (hidden || !next) return null;
  return (
    <div className={classes.place}>
      <Panel
        title="First steps"
        aside={
          <>
            <span className={classes.count}>
              {count} of {STEPS.length} done
            </span>
            {/* Whoever has sent an invoice knows the way. */}
            {done.sent && (
              <Button size="sm" variant="quiet" onClick={hide}>
                Hide
              </Button>
            )}
          </>
        }
      >
        <ol className={cx(classes.steps, compact && classes.compact)}>
          {told.map(({ name, title, text, to }) => (
            <li key={name}>
              <Link
                to={to}
                className={cx(done[name] && classes.done, name === next && classes.next)}
                aria-current={name === next ? 'step' : undefined}
              >
                <span className={classes.glyph}>
                  <StatusGlyph kind={done[name] ? 'paid' : 'draft'} />
                </span>
                <b>{title}</b>
                {!done[name] && <span className={classes.text}>{text}</span>}
                <VisuallyHidden>{done[name] ? ', done' : ', to do'}</VisuallyHidden>
              </Link>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  );
}

function isHidden(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'true';
  } catch {
    return false;
  }
}
