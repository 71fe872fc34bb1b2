import { MOD_LABEL } from '../../ui/use-shortcut.ts';

const SHORTCUTS = [
  { keys: [`${MOD_LABEL}K`], what: 'Search' },
  { keys: ['N'], what: 'New invoice' },
  { keys: ['G', 'D'], what: 'Go to the dashboard' },
  { keys: ['G', 'I'], what: 'Go to invoices' },
  { keys: ['G', 'E'], what: 'Go to estimates' },
  { keys: ['G', 'C'], what: 'Go to customers' },
  { keys: ['↑', '↓'], what: 'Move through a list; Enter opens' },
  { keys: ['X'], what: 'Select the row' },
  { keys: ['E'], what: 'Edit the row' },
  { keys: ['?'], what: 'This list' },
  { keys: ['Esc'], what: 'Close; asks before input is lost' },
  { keys: ['Enter'], what: 'Save a form; a new line in an invoice' },
  { keys: [`${MOD_LABEL}↵`], what: 'Create & Send in the invoice editor' },
  { keys: ['Tab'], what: 'Next field, next cell of a line' },
];

/** Search is the first of them: so they come with it. */
export const ShortcutList = () => (
  <dl className="divide-y divide-hairline">
    {SHORTCUTS.map(({ keys, what }) => (
      <div key={what} className="flex min-h-10 items-center justify-between gap-4">
        <dt>{what}</dt>
        <dd>
          {keys.map((key) => (
            <kbd
              key={key}
              className="border-line! bg-sunken! px-[7px]! py-1! text-12! leading-none! font-[500]! text-ink-2!"
            >
              {key}
            </kbd>
          ))}
        </dd>
      </div>
    ))}
  </dl>
);
