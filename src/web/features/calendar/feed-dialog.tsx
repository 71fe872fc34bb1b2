import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CalendarFeed } from '../../../shared/calendar/calendar.contract.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { failure } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { copyText } from '../../lib/clipboard.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { keepAnswer } from '../../lib/keep-answer.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { IconCopy } from '../../ui/icons.ts';
import { notify } from '../../ui/notify.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** The address by which Google, Apple or Outlook shows what is to come. */
export function FeedDialog({ opened, onClose }: Props) {
  const [url, setUrl] = useState<string>();
  const close = () => {
    setUrl(undefined);
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title="Add to your calendar app"
      description="Subscribe to an address in Google Calendar, Apple Calendar or Outlook. It shows the coming 60 days and follows what you change here."
    >
      {opened && <Feed url={url} onUrl={setUrl} onClose={close} />}
    </Dialog>
  );
}

interface FeedProps {
  url: string | undefined;
  onUrl: (url: string | undefined) => void;
  onClose: () => void;
}

function Feed({ url, onUrl, onClose }: FeedProps) {
  const client = useQueryClient();
  const { data: feed } = useQuery(orpc.calendar.feed.queryOptions());
  const keep = ({ createdAt, lastReadAt }: CalendarFeed) =>
    keepAnswer(client, orpc.calendar.feed.queryKey(), { createdAt, lastReadAt });
  const create = useMutation({
    mutationFn: () => api.calendar.createFeed(),
    onSuccess: (made) => {
      keep(made);
      onUrl(made.url);
    },
    onError: (error) => notify.error('Error', failure('Failed to make an address', error)),
  });
  const remove = useMutation({
    mutationFn: () => api.calendar.deleteFeed(),
    onSuccess: (left) => {
      keep(left);
      onUrl(undefined);
      notify.success('Success', 'The address opens nothing any more');
    },
    onError: (error) => notify.error('Error', failure('Failed to revoke the address', error)),
  });
  const exists = feed?.createdAt != null;
  return (
    <>
      {url !== undefined && <Address url={url} />}
      {exists && <State feed={feed} isShown={url !== undefined} />}
      <DialogActions writes>
        {exists && (
          <Button variant="danger" writes busy={remove.isPending} onClick={() => remove.mutate()}>
            Revoke the address
          </Button>
        )}
        {url === undefined ? (
          <Button
            variant="primary"
            writes
            busy={create.isPending}
            onClick={() => create.mutate()}
            data-autofocus
          >
            {exists ? 'Make a new address' : 'Make an address'}
          </Button>
        ) : (
          <Button onClick={onClose}>Done</Button>
        )}
      </DialogActions>
    </>
  );
}

function Address({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (await copyText(url)) notify.success('Address copied');
    else field.current?.select();
  };
  return (
    <div className="mt-3 flex items-start gap-2 max-md:flex-col max-md:items-stretch">
      <TextField
        ref={field}
        label="Address"
        className="flex-1"
        value={url}
        readOnly
        hint="Copy it now: it is shown only once."
        onFocus={(event) => event.target.select()}
      />
      <Button
        variant="primary"
        icon={IconCopy}
        className="mt-[26px] max-md:mt-0"
        onClick={() => void copy()}
      >
        Copy
      </Button>
    </div>
  );
}

function State({ feed, isShown }: { feed: CalendarFeed | undefined; isShown: boolean }) {
  const { profile } = useBusiness();
  if (!feed?.createdAt) return null;
  const made = formatInstant(feed.createdAt, profile?.timeZone);
  const read = feed.lastReadAt && formatInstant(feed.lastReadAt, profile?.timeZone);
  return (
    <p className="mt-3 text-13 text-pretty text-muted">
      Whoever has the address can read your customers’ names and what they owe.{' '}
      {isShown
        ? 'An address from before opens nothing any more.'
        : `One was made on ${made}. ${read ? `A calendar app last read it on ${read}.` : 'No calendar app has read it so far.'} A new one takes its place.`}
    </p>
  );
}
