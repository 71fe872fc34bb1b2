import { useState } from 'react';
import { Link } from 'react-router';
import type { Dashboard } from '../../../shared/dashboard/dashboard.contract.ts';
import { StatusGlyph } from '../../documents/status-glyph.tsx';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Step } from './steps.ts';
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
    <div className="mb-5 max-md:mb-4">
      <Panel
        title="First steps"
        aside={
          <>
            <span className="text-13 text-muted tabular-nums">
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
        <ol
          className={cx(
            'grid divide-hairline overflow-hidden rounded-b max-xl:grid-cols-1 max-xl:divide-y xl:divide-x',
            compact ? 'xl:auto-cols-fr xl:grid-flow-col' : 'xl:grid-cols-5',
          )}
        >
          {told.map((step) => (
            <li key={step.name}>
              <StepLink
                {...step}
                isDone={done[step.name]}
                isNext={step.name === next}
                compact={compact}
              />
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

interface StepProps extends Step {
  isDone: boolean;
  isNext: boolean;
  compact: boolean;
}

function StepLink({ title, text, to, isDone, isNext, compact }: StepProps) {
  return (
    <Link
      to={to}
      className={cx(
        'grid h-full grid-cols-[14px_minmax(0,1fr)] content-start gap-x-2.5 gap-y-0.5 pr-4 pl-5 leading-5 text-inherit transition-colors duration-(--t-fast) hover:bg-sunken hover:no-underline focus-visible:-outline-offset-2 max-xl:min-h-11 max-xl:py-3 max-md:pl-4',
        compact ? 'xl:grid-cols-[14px_auto_minmax(0,1fr)] xl:py-3 xl:pr-5' : 'xl:pt-4 xl:pb-4.5',
      )}
      aria-current={isNext ? 'step' : undefined}
    >
      <span
        className={cx('pt-[3px]', isDone ? 'text-paid' : isNext ? 'text-accent' : 'text-draft')}
      >
        <StatusGlyph kind={isDone ? 'paid' : 'draft'} />
      </span>
      <b className={cx(isDone ? 'font-text text-muted' : 'font-[560]', isNext && 'text-accent')}>
        {title}
      </b>
      {!isDone && (
        <span
          className={cx('col-start-2 text-13 text-pretty text-muted', compact && 'xl:col-start-3')}
        >
          {text}
        </span>
      )}
      <VisuallyHidden>{isDone ? ', done' : ', to do'}</VisuallyHidden>
    </Link>
  );
}
