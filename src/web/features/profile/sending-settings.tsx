import { useState } from 'react';
import type { Sender } from '../../../shared/senders/sender.contract.ts';
import { AskToUnblock } from '../../documents/email/ask-to-unblock.tsx';
import { useBusiness } from '../../documents/use-business.ts';
import { copyText } from '../../lib/clipboard.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconCircleCheck, IconCopy } from '../../ui/icons.ts';
import { notify } from '../../ui/notify.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { formatSendingState } from './format-sending-state.ts';
import { useSending } from './use-sending.ts';

const LINE = 'grid grid-cols-[minmax(0,1fr)_auto] gap-2.5 items-start';

/** How many new people the owner may write to, and the DNS record that ends the limit. */
export function SendingSettings({ suggestion }: { suggestion: string }) {
  const { sender, failed, refetch, busy, outcome, setDomain, check } = useSending();
  const [editing, setEditing] = useState(false);
  if (failed) {
    return (
      <p className="text-ink-2">
        The sending settings could not be loaded.{' '}
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!sender) return <p className="text-ink-2">Loading…</p>;
  const { domain } = sender;
  return (
    <div className="grid gap-3.5 p-4 border border-hairline rounded bg-surface">
      <p className="text-ink-2">{formatSendingState(sender)}</p>
      {domain?.verifiedAt ? (
        <p className="flex gap-2 items-center text-paid wrap-anywhere">
          <Icon as={IconCircleCheck} />
          <b>{domain.name}</b> is verified
        </p>
      ) : domain && !editing ? (
        <Record
          domain={domain}
          busy={busy}
          onCheck={() => void check()}
          onOther={() => setEditing(true)}
        />
      ) : (
        <DomainField
          first={domain?.name ?? domainIn(suggestion)}
          busy={busy}
          onSet={async (name) => {
            await setDomain(name);
            setEditing(false);
          }}
        />
      )}
      <p
        className={cx(
          'text-13 wrap-anywhere empty:hidden',
          outcome?.good ? 'text-paid' : 'text-overdue',
        )}
        role="status"
      >
        {outcome?.words}
      </p>
      {sender.blocks.length > 0 && <Blocks blocks={sender.blocks} />}
    </div>
  );
}

/** Who takes nothing more from this business, copies included. */
function Blocks({ blocks }: Pick<Sender, 'blocks'>) {
  const { profile } = useBusiness();
  return (
    <section className="grid gap-2.5 pt-3.5 border-t border-hairline" aria-label="Blocked by">
      <p className="text-ink-2">
        These addresses have blocked your emails, so nothing is sent there. If that was a mistake,
        ask whoever runs this service to unblock them.
      </p>
      <ul className="grid gap-2.5">
        {blocks.map(({ address, blockedAt, askedAt }) => (
          <li
            key={address}
            className="flex flex-wrap items-center gap-x-3 gap-y-1.5 justify-between"
          >
            <span className="min-w-0 wrap-anywhere">
              <b>{address}</b>, on {formatInstant(blockedAt, profile?.timeZone)}
            </span>
            <span className="text-13 text-ink-2">
              <AskToUnblock address={address} askedAt={askedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 'quill.example' of an address or a web address; the server has the last word. */
const domainIn = (text: string) =>
  (text.split('@').at(-1) ?? '').replace(/^https?:\/\/(www\.)?/i, '').split('/')[0] ?? '';

interface DomainFieldProps {
  first: string;
  busy: boolean;
  onSet: (domain: string) => Promise<void>;
}

function DomainField({ first, busy, onSet }: DomainFieldProps) {
  const [text, setText] = useState(first);
  const set = () => void onSet(text);
  return (
    <div className={LINE}>
      <TextField
        label="Your domain"
        hint="Such as example.com. You must be able to change its DNS records."
        inputMode="url"
        autoComplete="off"
        maxLength={300}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // It stands within the profile's form, which is not to be saved by this.
          event.preventDefault();
          set();
        }}
      />
      <Button className="mt-6" writes busy={busy} disabled={text.trim() === ''} onClick={set}>
        Show record
      </Button>
    </div>
  );
}

interface RecordProps {
  domain: NonNullable<Sender['domain']>;
  busy: boolean;
  onCheck: () => void;
  onOther: () => void;
}

function Record({ domain, busy, onCheck, onOther }: RecordProps) {
  return (
    <>
      <p className="text-ink-2">
        Add this TXT record to the DNS records of <b>{domain.name}</b>, then check it.
      </p>
      <Copyable label="Record name" value={domain.recordName} />
      <Copyable label="Record value" value={domain.recordValue} />
      <div className="flex flex-wrap gap-2.5">
        <Button variant="primary" writes busy={busy} onClick={onCheck}>
          Check now
        </Button>
        <Button writes onClick={onOther}>
          Use another domain
        </Button>
      </div>
    </>
  );
}

function Copyable({ label, value }: { label: string; value: string }) {
  const copy = async () => {
    if (await copyText(value)) notify.success(`${label} copied`);
    else notify.error(`${label} could not be copied`, value);
  };
  return (
    <div className={LINE}>
      <TextField label={label} value={value} readOnly onFocus={(event) => event.target.select()} />
      <Button
        className="mt-6"
        icon={IconCopy}
        aria-label={`Copy ${label.toLowerCase()}`}
        onClick={() => void copy()}
      >
        Copy
      </Button>
    </div>
  );
}
