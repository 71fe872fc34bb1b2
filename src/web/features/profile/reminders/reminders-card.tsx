import { useEffect, useRef, useState } from 'react';
import type { LateFee } from '../../../../shared/reminders/late-fee.ts';
import { formatLateFee } from '../../../../shared/reminders/late-fee.ts';
import type { ReminderStep } from '../../../../shared/reminders/reminder-words.ts';
import { formatStep } from '../../../../shared/reminders/reminder-words.ts';
import type { ReminderSettings } from '../../../../shared/reminders/reminder.contract.ts';
import { MAX_STEPS } from '../../../../shared/reminders/reminder.contract.ts';
import { capitalize } from '../../../../shared/text/capitalize.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { IconDots, IconEye, IconPencil, IconPlus, IconTrash } from '../../../ui/icons.ts';
import { Menu } from '../../../ui/menu.tsx';
import { rescueFocus } from '../../../ui/rescue-focus.ts';
import { SelectField } from '../../../ui/text-field.tsx';
import { LateFeeDialog } from './late-fee-dialog.tsx';
import { ReminderDialog } from './reminder-dialog.tsx';
import { ReminderPreviewDialog } from './reminder-preview.tsx';
import { useReminderSettings, useSaveReminderSettings } from './use-reminder-settings.ts';

/** When customers are reminded of what is due, and in which words. Each change is saved at once. */
export function RemindersCard() {
  const { data: settings, isError, refetch } = useReminderSettings();
  if (isError) {
    return (
      <p className="text-muted text-pretty">
        The reminders could not be loaded.{' '}
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!settings) return <p className="text-muted text-pretty">Loading reminders…</p>;
  return <Loaded stored={settings} />;
}

function Loaded({ stored }: { stored: ReminderSettings }) {
  const { settings, save, busy } = useSaveReminderSettings(stored);
  const { enabled, steps, businessDaysOnly, lateFee } = settings;
  const [feeOpened, setFeeOpened] = useState(false);
  const [edited, setEdited] = useState<ReminderStep | 'new'>();
  const [previewed, setPreviewed] = useState<ReminderStep>();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The page of an invoice leads here.
    if (window.location.hash === '#reminders') section.current?.scrollIntoView({ block: 'center' });
  }, []);
  const saveSteps = async (next: ReminderStep[]) => {
    const isSaved = await save({ steps: next.toSorted((a, b) => a.days - b.days) });
    // The row that was edited may stand elsewhere now, or be gone.
    if (isSaved) rescueFocus();
    return isSaved;
  };
  return (
    <section
      ref={section}
      className="grid gap-3 pt-3 px-4 pb-3.5 border border-hairline rounded bg-surface"
      aria-label="Reminders"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 text-pretty">
          {enabled
            ? 'Reminders are on. Nobody is reminded who has paid, or whose reminders you have paused.'
            : 'Reminders are off. Nothing is sent until you switch them on.'}
        </p>
        <Button
          variant={enabled ? 'default' : 'primary'}
          writes
          busy={busy}
          onClick={() => void save({ enabled: !enabled })}
        >
          {enabled ? 'Switch off' : 'Switch on'}
        </Button>
      </div>
      <ul aria-label="Schedule">
        {steps.map((step) => (
          <StepRow
            key={step.days}
            step={step}
            onEdit={() => setEdited(step)}
            onPreview={() => setPreviewed(step)}
            onRemove={() => void saveSteps(steps.filter(({ days }) => days !== step.days))}
            removable={!enabled || steps.length > 1}
          />
        ))}
      </ul>
      <div>
        <Button
          size="sm"
          icon={IconPlus}
          data-next-step
          disabled={steps.length >= MAX_STEPS}
          onClick={() => setEdited('new')}
        >
          Add a reminder
        </Button>
      </div>
      <SendWindow settings={settings} onChange={(changes) => void save(changes)} />
      <CheckField
        label="On business days only"
        hint="On a Saturday or a Sunday, reminders before the due date are sent on the Friday before, later ones on the Monday after."
        checked={businessDaysOnly}
        onChange={(event) => void save({ businessDaysOnly: event.target.checked })}
      />
      <LateFeeRow fee={lateFee} onEdit={() => setFeeOpened(true)} />
      <LateFeeDialog
        opened={feeOpened}
        fee={lateFee}
        save={(next) => save({ lateFee: next })}
        onClose={() => setFeeOpened(false)}
      />
      <ReminderDialog
        opened={edited !== undefined}
        step={edited === 'new' ? undefined : edited}
        others={steps.filter(({ days }) => edited === 'new' || days !== edited?.days)}
        save={saveSteps}
        onClose={() => setEdited(undefined)}
      />
      <ReminderPreviewDialog step={previewed} onClose={() => setPreviewed(undefined)} />
    </section>
  );
}

/** The full hours of a day, '00:00' to '24:00'. */
const HOURS = Array.from({ length: 25 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** Between which hours of the business's day they are sent. */
function SendWindow({
  settings: { sendFrom, sendUntil },
  onChange,
}: {
  settings: ReminderSettings;
  onChange: (changes: Partial<Pick<ReminderSettings, 'sendFrom' | 'sendUntil'>>) => void;
}) {
  const { profile } = useBusiness();
  // Any hour can be chosen: where it leaves none between, the other gives way.
  const changeFrom = (from: number) =>
    onChange({ sendFrom: from, sendUntil: Math.max(sendUntil, from + 1) });
  const changeUntil = (until: number) =>
    onChange({ sendFrom: Math.min(sendFrom, until - 1), sendUntil: until });
  return (
    <div>
      <div className="grid max-w-100 grid-cols-2 gap-3">
        <SelectField
          label="Send from"
          value={String(sendFrom)}
          options={HOURS.slice(0, -1)}
          onChange={(event) => changeFrom(Number(event.target.value))}
        />
        <SelectField
          label="Send until"
          value={String(sendUntil)}
          options={HOURS.slice(1)}
          onChange={(event) => changeUntil(Number(event.target.value))}
        />
      </div>
      {profile && (
        <p className="mt-1.5 text-13 text-muted">In your time zone, {profile.timeZone}.</p>
      )}
    </div>
  );
}

function LateFeeRow({ fee, onEdit }: { fee: LateFee | null; onEdit: () => void }) {
  const { currency } = useBusiness();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-hairline pt-3">
      <p className="min-w-0 flex-1 text-pretty">
        Late fee
        <small className="block text-13 text-muted">
          {fee ? formatLateFee(fee, currency) : 'None is charged.'}
        </small>
      </p>
      <Button size="sm" onClick={onEdit}>
        {fee ? 'Edit late fee' : 'Set up a late fee'}
      </Button>
    </div>
  );
}

interface StepRowProps {
  step: ReminderStep;
  onEdit: () => void;
  onPreview: () => void;
  onRemove: () => void;
  removable: boolean;
}

function StepRow({ step, onEdit, onPreview, onRemove, removable }: StepRowProps) {
  const when = formatStep(step.days);
  const label = `Actions for the reminder ${when}`;
  return (
    <li className="grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-3 border-b border-hairline py-1.5">
      <span className="wrap-anywhere">
        {capitalize(when)}
        <small className="block text-13 text-muted">
          {capitalize(step.tone)} · {step.subject}
        </small>
      </span>
      <Menu
        label={label}
        target={<IconButton label={label} tooltip={false} icon={IconDots} />}
        groups={[
          [
            { label: 'Edit', icon: IconPencil, onClick: onEdit },
            { label: 'Preview', icon: IconEye, onClick: onPreview },
            {
              label: 'Remove',
              icon: IconTrash,
              writes: true,
              danger: true,
              disabledReason: removable ? undefined : 'Switch reminders off to remove the last one',
              onClick: onRemove,
            },
          ],
        ]}
      />
    </li>
  );
}
