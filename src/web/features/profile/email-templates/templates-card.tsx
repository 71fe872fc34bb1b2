import { useState } from 'react';
import type { EmailSettings } from '../../../../shared/emails/email-settings.contract.ts';
import type { TemplateKind } from '../../../../shared/emails/templates.ts';
import { DEFAULT_TEMPLATES, TEMPLATE_KINDS } from '../../../../shared/emails/templates.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { rescueFocus } from '../../../ui/rescue-focus.ts';
import { TemplateDialog } from './template-dialog.tsx';
import { TEMPLATE_NAMES } from './template-names.ts';
import { useEmailSettings, useSaveEmailSettings } from './use-email-settings.ts';

/** What messages to customers say, and whether their owner gets a copy. Each change is saved at once. */
export function TemplatesCard({ email }: { email: string | null | undefined }) {
  const { data: settings, isError, refetch } = useEmailSettings();
  if (isError) {
    return (
      <p className="text-muted text-pretty">
        The templates could not be loaded.{' '}
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!settings) return <p className="text-muted text-pretty">Loading templates…</p>;
  return <Loaded settings={settings} email={email} />;
}

interface LoadedProps {
  settings: EmailSettings;
  email: string | null | undefined;
}

function Loaded({ settings, email }: LoadedProps) {
  const { templates, copyToSelf, version } = settings;
  const { mutateAsync, mutate, isPending, variables } = useSaveEmailSettings();
  const [edited, setEdited] = useState<TemplateKind>();
  // What was pressed shows at once.
  const isCopied = (isPending ? variables.copyToSelf : undefined) ?? copyToSelf;
  return (
    <div className="grid gap-3 rounded border border-hairline bg-surface px-4 pt-3 pb-3.5">
      <ul aria-label="Templates">
        {TEMPLATE_KINDS.map((kind) => {
          const own = templates[kind];
          return (
            <li
              key={kind}
              className="grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-3 border-b border-hairline py-1.5"
            >
              <span className="wrap-anywhere">
                {TEMPLATE_NAMES[kind]}
                <small className="block text-13 text-muted">
                  {own ? own.subject : `Standard · ${DEFAULT_TEMPLATES[kind].subject}`}
                </small>
              </span>
              <Button
                size="sm"
                aria-label={`Edit the ${TEMPLATE_NAMES[kind].toLowerCase()} template`}
                onClick={() => setEdited(kind)}
              >
                Edit
              </Button>
            </li>
          );
        })}
      </ul>
      <p className="text-13 text-muted text-pretty">
        What reminders say is set for each of them under{' '}
        <a href="#reminders" className="underline">
          Reminders
        </a>
        .
      </p>
      <CheckField
        label="Always send me a copy"
        hint={
          email
            ? `Each email to a customer also goes to ${email}, unseen by the customer.`
            : 'Enter your business’s email address above first.'
        }
        disabled={!email && !copyToSelf}
        checked={isCopied}
        onChange={(event) => mutate({ copyToSelf: event.target.checked })}
      />
      <TemplateDialog
        kind={edited}
        stored={edited && templates[edited]}
        save={async (kind, words) => {
          await mutateAsync({ version, templates: { [kind]: words } });
          rescueFocus();
        }}
        onClose={() => setEdited(undefined)}
      />
    </div>
  );
}
