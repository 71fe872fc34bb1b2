import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api.ts';
import { useSendingNote } from '../email/use-sending-note.ts';
import { useEditor, useEditorState } from './editor-context.ts';
import classes from './send-note.module.css';

/**
 * What the button beside Save Draft sends, and to whom, before it is pressed. The address is the one
 * that the server will write to: not the one from when the customer was chosen.
 * @param id names it for the button that it describes
 */
export function SendNote({ id }: { id: string }) {
  const { kind } = useEditor();
  const chosen = useEditorState(({ draft }) => draft.customer);
  const customer = useQuery({
    ...orpc.customers.get.queryOptions({ input: { id: chosen?.id ?? 0 } }),
    enabled: chosen !== null,
    refetchOnMount: 'always',
  });
  const installation = useQuery(orpc.account.installation.queryOptions());
  const mail = installation.data?.mail;
  const to = customer.data?.id === chosen?.id ? customer.data : chosen;
  // A message that would wait, or not go at all, says so in place of when it goes.
  const held = useSendingNote((kind.sendsOnCreate && to?.email) || '');
  return (
    <p id={id} className={classes.note} role="status">
      {mail && to ? (held ?? kind.sendNote(to, mail)) : ''}
    </p>
  );
}
