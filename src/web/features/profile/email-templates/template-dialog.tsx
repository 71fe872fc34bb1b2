import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TemplatePreviewInput } from '../../../../shared/emails/email-settings.contract.ts';
import { templatePreviewInput } from '../../../../shared/emails/email-settings.contract.ts';
import type { TemplateKind } from '../../../../shared/emails/templates.ts';
import { DEFAULT_TEMPLATES, TEMPLATE_VARIABLES } from '../../../../shared/emails/templates.ts';
import type { MailWords } from '../../../../shared/text/variables.ts';
import { formatVariables } from '../../../../shared/text/variables.ts';
import { loadFailure } from '../../../lib/api-error.ts';
import { orpc } from '../../../lib/api.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogForm, FormDialog, useDialogForm } from '../../../ui/dialog-form.tsx';
import { FormLayout, fieldWidth } from '../../../ui/form-layout.tsx';
import { IconEye, IconRestore } from '../../../ui/icons.ts';
import { PageError } from '../../../ui/page-error.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { useFrozen } from '../../../ui/use-frozen.ts';
import { TEMPLATE_NAMES } from './template-names.ts';

interface Props {
  /** None closes the dialog. */
  kind: TemplateKind | undefined;
  /** What its owner has written; undefined says what Remit says. */
  stored: MailWords | undefined;
  /** @param words null for those of Remit */
  save: (kind: TemplateKind, words: MailWords | null) => Promise<void>;
  onClose: () => void;
}

/** Subject and message of a kind of email, with what they say of a document. */
export function TemplateDialog({ kind, stored, save, onClose }: Props) {
  const shown = useFrozen(kind, kind !== undefined);
  return (
    <FormDialog
      opened={kind !== undefined}
      onClose={onClose}
      closeOnScrim={false}
      size={680}
      title={shown ? `${TEMPLATE_NAMES[shown]} email` : ''}
    >
      {shown && (
        <TemplateForm key={shown} kind={shown} stored={stored} save={save} onClose={onClose} />
      )}
    </FormDialog>
  );
}

function TemplateForm({ kind, stored, save, onClose }: Props & { kind: TemplateKind }) {
  const standard = DEFAULT_TEMPLATES[kind];
  const first = stored ?? standard;
  const [words, setWords] = useState<MailWords>(first);
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const [previewed, setPreviewed] = useState<TemplatePreviewInput>();
  const isSame = (one: MailWords, other: MailWords) =>
    one.subject === other.subject && one.message === other.message;
  const { release, onCancel } = useDialogForm({ dirty: !isSame(words, first) }, onClose);

  /** @returns the words as they would be saved; undefined where something is wrong with them */
  const check = (): TemplatePreviewInput | undefined => {
    const read = templatePreviewInput.safeParse({ kind, ...words });
    setFaults(
      Object.fromEntries(
        (read.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
      ),
    );
    return read.data;
  };
  const submission = useSubmission(async () => {
    const checked = check();
    if (!checked) return 'open';
    const { kind: _kind, ...own } = checked;
    try {
      // What is as Remit says it follows Remit.
      await save(kind, isSame(own, standard) ? null : own);
      release();
      onClose();
      return 'done';
    } catch {
      // A toast says why; the words stay.
      return 'open';
    }
  });
  const change = (name: keyof MailWords, value: string) => {
    setWords({ ...words, [name]: value });
    setFaults({ ...faults, [name]: undefined });
    setPreviewed(undefined);
  };

  return (
    <DialogForm submitLabel="Save template" submission={submission} onCancel={onCancel}>
      <FormLayout>
        <TextField
          label="Subject"
          className={fieldWidth.full}
          autoComplete="off"
          data-autofocus
          value={words.subject}
          error={faults['subject']}
          onChange={(event) => change('subject', event.target.value)}
        />
        <TextAreaField
          label="Message"
          className={fieldWidth.full}
          rows={9}
          value={words.message}
          error={faults['message']}
          hint={`Filled in for each email: ${formatVariables(TEMPLATE_VARIABLES[kind], ' ')}`}
          onChange={(event) => change('message', event.target.value)}
        />
      </FormLayout>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button size="sm" icon={IconEye} onClick={() => setPreviewed(check())}>
          Preview
        </Button>
        <Button
          size="sm"
          icon={IconRestore}
          disabled={isSame(words, standard)}
          onClick={() => {
            setWords(standard);
            setFaults({});
            setPreviewed(undefined);
          }}
        >
          Restore default
        </Button>
      </div>
      {previewed && <Preview input={previewed} />}
    </DialogForm>
  );
}

function Preview({ input }: { input: TemplatePreviewInput }) {
  const preview = useQuery(orpc.emails.preview.queryOptions({ input }));
  const { data } = preview;
  if (preview.isError) {
    return <PageError title="The preview could not be loaded" {...loadFailure(preview)} />;
  }
  if (!data) return <PageSpinner label="Loading preview" />;
  return (
    <section className="mt-4 grid gap-2" aria-label="Preview">
      <p className="wrap-anywhere">
        <span className="text-muted">Subject: </span>
        {data.subject}
      </p>
      <iframe
        title="The email as it is sent"
        className="h-[min(420px,50dvh)] w-full rounded border border-hairline bg-surface"
        sandbox=""
        srcDoc={data.html}
      />
      <p className="text-13 text-muted">
        {data.number === null
          ? 'You have no such document yet: names and amounts are made up.'
          : `With ${data.number} as an example. Nothing is sent now.`}
      </p>
    </section>
  );
}
