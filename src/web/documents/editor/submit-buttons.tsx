import { Button } from '../../ui/button.tsx';
import { IconCheck } from '../../ui/icons.ts';
import { MOD_LABEL } from '../../ui/use-shortcut.ts';
import type { EditorFrame } from './editor-context.ts';
import { useEditor } from './editor-context.ts';

const SUBMIT_KEYS = `${MOD_LABEL.trim()}↵`;

interface Props {
  frame: EditorFrame;
  /** Of the words that say what is sent, and to whom. */
  noteId: string;
  /** Closes by its cross alone, and has no room for pictures. */
  phone?: boolean;
}

/** What ends the form: saved as a draft or at once, or saved again. */
export function SubmitButtons({ frame, noteId, phone = false }: Props) {
  const { kind } = useEditor();
  const isEdit = frame.form === 'edit';
  const submission = isEdit ? 'save' : 'send';
  const icon = isEdit ? IconCheck : kind.createButton.icon;
  return (
    <>
      {isEdit && !phone && <Button onClick={frame.close}>Cancel</Button>}
      {!isEdit && !kind.recurring && (
        <Button writes busy={frame.busy === 'draft'} onClick={() => frame.submit('draft')}>
          Save Draft
        </Button>
      )}
      <Button
        writes
        variant="primary"
        {...(phone ? {} : { icon, shortcut: SUBMIT_KEYS })}
        busy={frame.busy === submission}
        aria-describedby={isEdit ? undefined : noteId}
        onClick={() => frame.submit(submission)}
      >
        {isEdit ? 'Save changes' : kind.createButton.label}
      </Button>
    </>
  );
}
