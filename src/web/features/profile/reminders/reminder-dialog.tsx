import { useState } from 'react';
import type { ReminderStep, ReminderTone } from '../../../../shared/reminders/reminder-words.ts';
import {
  REMINDER_TONES,
  REMINDER_VARIABLES,
  reminderDraft,
} from '../../../../shared/reminders/reminder-words.ts';
import {
  MAX_AFTER,
  MAX_BEFORE,
  reminderStepInput,
} from '../../../../shared/reminders/reminder.contract.ts';
import { capitalize } from '../../../../shared/text/capitalize.ts';
import { formatVariables } from '../../../../shared/text/variables.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { DialogForm, FormDialog, useDialogForm } from '../../../ui/dialog-form.tsx';
import { FormLayout, fieldWidth } from '../../../ui/form-layout.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/text-field.tsx';

/** @returns whether it is saved */
type Save = (steps: ReminderStep[]) => Promise<boolean>;

interface Props {
  opened: boolean;
  /** The one that is edited; undefined for a new one. */
  step: ReminderStep | undefined;
  others: readonly ReminderStep[];
  save: Save;
  onClose: () => void;
}

/** One reminder of the schedule: when it is sent, and what it says. */
export function ReminderDialog({ opened, step, ...form }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={form.onClose}
      title={step ? 'Edit reminder' : 'Add reminder'}
      size={560}
      fullOnPhone
    >
      <ReminderForm step={step} {...form} />
    </FormDialog>
  );
}

type When = 'before' | 'on' | 'after';
const WHENS: { value: When; label: string }[] = [
  { value: 'before', label: 'Before the due date' },
  { value: 'on', label: 'On the due date' },
  { value: 'after', label: 'After the due date' },
];
const TONES = REMINDER_TONES.map((value) => ({ value, label: capitalize(value) }));
const NAMED = formatVariables(REMINDER_VARIABLES, ' ');

const whenOf = (days: number): When => (days === 0 ? 'on' : days < 0 ? 'before' : 'after');

const { full, half } = fieldWidth;

function ReminderForm({ step, others, save, onClose }: Omit<Props, 'opened'>) {
  const first = step ?? {
    days: 21,
    tone: 'firm' as const,
    ...reminderDraft({ days: 21, tone: 'firm' }),
  };
  const [when, setWhen] = useState(whenOf(first.days));
  const [count, setCount] = useState(String(Math.abs(first.days) || 7));
  const [tone, setTone] = useState<ReminderTone>(first.tone);
  const [words, setWords] = useState({ subject: first.subject, message: first.message });
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const most = when === 'before' ? MAX_BEFORE : MAX_AFTER;
  const isCount = /^\d{1,3}$/.test(count.trim()) && Number(count) >= 1 && Number(count) <= most;
  const days = when === 'on' ? 0 : (when === 'before' ? -1 : 1) * Number(count || Number.NaN);
  const isDirty =
    days !== first.days ||
    tone !== first.tone ||
    words.subject !== first.subject ||
    words.message !== first.message;
  const clear = (...names: string[]) =>
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
    );
  const { release, onCancel } = useDialogForm({ dirty: isDirty }, onClose);
  /** What nobody has written follows the day and the tone. */
  const redraft = (next: { days: number; tone: ReminderTone }) => {
    const before = reminderDraft({ days, tone });
    const isOwn = words.subject !== before.subject || words.message !== before.message;
    if (!isOwn) setWords(reminderDraft(next));
  };

  const submission = useSubmission(async () => {
    // Before it is late, there is one tone.
    const read = reminderStepInput.safeParse({
      days,
      tone: when === 'after' ? tone : 'friendly',
      ...words,
    });
    const found: Partial<Record<string, string>> = Object.fromEntries(
      (read.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
    );
    if (when !== 'on' && !isCount) {
      found['days'] = `Days must be a whole number from 1 to ${most}`;
    } else if (others.some((other) => other.days === days)) {
      found['days'] = 'Another reminder is planned for that day';
    }
    setFaults(found);
    if (!read.success || found['days'] !== undefined) return 'open';
    if (!(await save([...others, read.data]))) return 'open';
    release();
    onClose();
    return 'done';
  });

  return (
    <DialogForm
      submitLabel={step ? 'Save changes' : 'Add reminder'}
      submission={submission}
      onCancel={onCancel}
    >
      <FormLayout>
        <SelectField
          label="When"
          className={half}
          value={when}
          options={WHENS}
          error={when === 'on' ? faults['days'] : undefined}
          data-autofocus
          onChange={(event) => {
            const next = WHENS.find(({ value }) => value === event.target.value)?.value ?? 'after';
            setWhen(next);
            clear('days');
            redraft({ days: next === 'on' ? 0 : next === 'before' ? -1 : 1, tone });
          }}
        />
        {when !== 'on' && (
          <TextField
            label="Days"
            className={half}
            inputMode="numeric"
            autoComplete="off"
            value={count}
            error={faults['days']}
            hint={`1 to ${most}`}
            onChange={(event) => {
              setCount(event.target.value);
              clear('days');
            }}
          />
        )}
        {when === 'after' && (
          <SelectField
            label="Tone"
            className={half}
            value={tone}
            options={TONES}
            onChange={(event) => {
              const next = REMINDER_TONES.find((one) => one === event.target.value) ?? 'friendly';
              setTone(next);
              redraft({ days, tone: next });
            }}
          />
        )}
        <TextField
          label="Subject"
          className={full}
          autoComplete="off"
          value={words.subject}
          error={faults['subject']}
          onChange={(event) => {
            setWords({ ...words, subject: event.target.value });
            clear('subject');
          }}
        />
        <TextAreaField
          label="Message"
          className={full}
          rows={9}
          value={words.message}
          error={faults['message']}
          hint={`Filled in when it is sent: ${NAMED}. The invoice is attached, with a link to pay it.`}
          onChange={(event) => {
            setWords({ ...words, message: event.target.value });
            clear('message');
          }}
        />
      </FormLayout>
    </DialogForm>
  );
}
