import { useState } from 'react';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import type {
  NumberSeries,
  SeriesKind,
} from '../../../../shared/documents/number-series/number-series.contract.ts';
import { SERIES_KINDS } from '../../../../shared/documents/number-series/number-series.contract.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { IconArchive, IconDots, IconPencil, IconReplace } from '../../../ui/icons.ts';
import { Menu } from '../../../ui/menu.tsx';
import { useFrozen } from '../../../ui/use-frozen.ts';
import { NUMBERED_KINDS, NumberSeriesDialog } from './number-series-dialog.tsx';
import { useArchiveNumberSeries, useNumberSeries } from './use-number-series.ts';

/** How each kind of document gets its numbers. */
export function NumbersCard() {
  const { data: all, isError, refetch } = useNumberSeries();
  const [edited, setEdited] = useState<{ kind: SeriesKind; series?: NumberSeries | undefined }>();
  const [ending, setEnding] = useState<NumberSeries>();
  const archive = useArchiveNumberSeries();
  const shownEdited = useFrozen(edited, edited !== undefined);
  const shownEnding = useFrozen(ending, ending !== undefined);
  if (isError) {
    return (
      <p className="text-muted text-pretty">
        The number series could not be loaded.{' '}
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!all) return <p className="text-muted text-pretty">Loading number series…</p>;
  return (
    <section
      className="grid gap-3 py-1 px-4 border border-hairline rounded bg-surface"
      aria-label="Number series"
    >
      <ul className="divide-y divide-hairline">
        {SERIES_KINDS.map((kind) => {
          const words = NUMBERED_KINDS[kind];
          const series = all.find((each) => each.kind === kind && each.archivedAt === null);
          return (
            <li
              key={kind}
              className="grid min-h-14 grid-cols-[96px_minmax(0,1fr)_auto] items-center gap-3 py-2 max-[600px]:grid-cols-[minmax(0,1fr)_auto] max-[600px]:gap-y-0.5 max-[600px]:*:last:col-start-2 max-[600px]:*:last:row-[1/span_2]"
            >
              <b className="col-start-1">{words.title}</b>
              <KindState series={series} example={words.example} />
              {series ? (
                <SeriesMenu
                  title={words.title}
                  series={series}
                  onEdit={() => setEdited({ kind, series })}
                  onArchive={() => setEnding(series)}
                />
              ) : (
                <Button
                  size="sm"
                  aria-label={`Use a series for ${words.many}`}
                  onClick={() => setEdited({ kind })}
                >
                  Use a series
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <NumberSeriesDialog
        opened={edited !== undefined}
        kind={shownEdited?.kind ?? 'invoice'}
        series={shownEdited?.series}
        onClose={() => setEdited(undefined)}
      />
      <ConfirmDialog
        opened={ending !== undefined}
        writes
        title="Go back to typing numbers?"
        confirmLabel="Archive series"
        busy={archive.isPending}
        onCancel={() => setEnding(undefined)}
        onConfirm={() =>
          ending && archive.mutate(ending, { onSettled: () => setEnding(undefined) })
        }
      >
        The series {shownEnding?.pattern} assigns no more numbers: you type them or use the
        suggested ones. Numbers already assigned stay.
      </ConfirmDialog>
    </section>
  );
}

/** On a narrow screen below the kind's name, and the button beside both. */
const STATE = 'text-ink-2 wrap-anywhere max-[600px]:col-start-1 max-[600px]:row-start-2';

function KindState({ series, example }: { series: NumberSeries | undefined; example: string }) {
  if (!series) return <span className={STATE}>Typed, or suggested as {example}</span>;
  const [next] = series.nextNumbers;
  return (
    <span className={STATE}>
      <code className="[font-family:inherit] tabular-nums">{series.pattern}</code>
      <small className="block text-13 text-muted">
        Next: {next}
        {series.lastIssueDate && `, not dated before ${formatDate(series.lastIssueDate)}`}
      </small>
    </span>
  );
}

interface SeriesMenuProps {
  title: string;
  series: NumberSeries;
  onEdit: () => void;
  onArchive: () => void;
}

function SeriesMenu({ title, series, onEdit, onArchive }: SeriesMenuProps) {
  const label = `Actions for the series of ${title.toLowerCase()}`;
  const isUsed = series.lastIssueDate !== null;
  return (
    <Menu
      label={label}
      target={<IconButton label={label} tooltip={false} icon={IconDots} />}
      groups={[
        [
          isUsed
            ? { label: 'Replace', icon: IconReplace, onClick: onEdit }
            : { label: 'Edit', icon: IconPencil, onClick: onEdit },
          { label: 'Go back to typing numbers', icon: IconArchive, onClick: onArchive },
        ],
      ]}
    />
  );
}
