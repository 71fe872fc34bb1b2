import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CONTACT_FIELDS, contactLabel } from '../../../shared/customer-portal/contact-labels.ts';
import type { CustomerPortal as Portal } from '../../../shared/customer-portal/customer-portal.contract.ts';
import type { Customer } from '../../../shared/customers/customer.contract.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import type { IdempotencyKey } from '../../lib/idempotency-key.ts';
import { newKey } from '../../lib/idempotency-key.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/notify.tsx';
import { Panel } from '../../ui/panel.tsx';
import { rescueFocus } from '../../ui/rescue-focus.ts';

const portalQuery = (id: number) => ({
  ...orpc.customerPortal.get.queryOptions({ input: { id } }),
  refetchOnMount: 'always' as const,
});

/** Other contact details that the customer proposes; nothing where there are none. */
export function ContactProposal({ customer }: { customer: Customer }) {
  const { data } = useQuery(portalQuery(customer.id));
  return data?.proposal ? <Proposal customer={customer} proposal={data.proposal} /> : null;
}

/** The customer's own page: when they were there, and how they get in. */
export function CustomerPortal({ customer }: { customer: Customer }) {
  const { id, name, email } = customer;
  const client = useQueryClient();
  const { profile } = useBusiness();
  const query = portalQuery(id);
  const { data } = useQuery(query);
  const { run, busy } = useOneAtATime();
  // Kept until a link is queued: a retry after a lost answer sends the same one.
  const sending = useRef<IdempotencyKey>(undefined);
  const [asks, setAsks] = useState(false);
  if (!data) return null;
  const act = (ask: () => Promise<Portal>, [title, words, failed]: [string, string, string]) =>
    run(async () => {
      try {
        client.setQueryData(query.queryKey, await ask());
        notify.success(title, words);
      } catch (error) {
        notify.error('Error', errorMessage(error, failed));
      }
      setAsks(false);
    });
  const send = () =>
    act(async () => {
      const idempotencyKey = (sending.current ??= newKey());
      const portal = await api.customerPortal.sendLink({ id }, { context: { idempotencyKey } });
      sending.current = undefined;
      return portal;
    }, ['Link queued', `It goes to ${email ?? ''} and works once.`, 'The link could not be sent']);
  const end = () =>
    act(
      () => api.customerPortal.endAccess({ id }),
      ['Access ended', `${name} is signed out of the portal.`, 'Access could not be ended'],
    );
  return (
    <>
      <Panel title="Customer portal">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 max-md:px-4">
          <div className="min-w-0 flex-[1_1_320px]">
            <p className="font-med">
              {data.lastVisitAt
                ? `Last visit ${formatInstant(data.lastVisitAt, profile?.timeZone)}`
                : 'Not visited yet'}
            </p>
            <p className="text-13 text-pretty text-muted">
              {email
                ? 'All documents, payments and details in one place, by a link to the customer’s email address.'
                : 'Add an email address to let the customer in.'}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {email && (
              <Button size="sm" writes busy={busy} onClick={() => void send()}>
                Email a link to the portal
              </Button>
            )}
            {data.hasAccess && (
              <Button size="sm" writes onClick={() => setAsks(true)}>
                End access
              </Button>
            )}
          </div>
        </div>
      </Panel>
      <ConfirmDialog
        opened={asks}
        writes
        title="End access to the portal?"
        confirmLabel="End access"
        danger
        busy={busy}
        onConfirm={() => void end()}
        onCancel={() => setAsks(false)}
      >
        {name} is signed out, and links that were not used stop working. They can ask for a new link
        on the page of any document.
      </ConfirmDialog>
    </>
  );
}

interface ProposalProps {
  customer: Customer;
  proposal: NonNullable<Portal['proposal']>;
}

/** What the customer would have changed, beside what it is now. */
function Proposal({ customer, proposal: { id: proposalId, changes, createdAt } }: ProposalProps) {
  const { id, name, version } = customer;
  const client = useQueryClient();
  const { profile } = useBusiness();
  const { run, busy } = useOneAtATime();
  const decide = (what: 'accept' | 'dismiss') =>
    run(async () => {
      try {
        if (what === 'accept') {
          await api.customerPortal.acceptProposal({ id, proposalId, version });
          notify.success('Contact details changed', `${name} is up to date.`);
        } else {
          await api.customerPortal.dismissProposal({ id, proposalId });
          notify.success('Proposal dismissed', 'Nothing was changed.');
        }
        rescueFocus();
      } catch (error) {
        notify.error('Error', errorMessage(error, 'That could not be done'));
      }
      // Whatever came of it, it is looked at again as it stands now.
      await Promise.all(
        [orpc.customerPortal.key(), orpc.customerAccounts.key(), orpc.customers.key()].map(
          (queryKey) => client.invalidateQueries({ queryKey }),
        ),
      );
    });
  const rows = CONTACT_FIELDS.filter((field) => changes[field] !== undefined);
  return (
    <Panel title="Proposed contact details">
      <div className="grid gap-3 px-5 py-4 max-md:px-4">
        <p className="text-13 text-muted">
          Proposed by the customer on {formatInstant(createdAt, profile?.timeZone)}.
          {changes.email !== undefined && ' With another email address they sign in anew.'}
        </p>
        <dl className="grid gap-2">
          {rows.map((field) => (
            <div key={field} className="flex flex-wrap gap-x-3 gap-y-0.5">
              <dt className="w-28 flex-none text-muted">
                {contactLabel(field, changes.country ?? customer.country)}
              </dt>
              <dd className="min-w-0 flex-[1_1_240px] whitespace-pre-line wrap-anywhere">
                {customer[field] && (
                  <>
                    <del className="text-muted" dir="auto">
                      {customer[field]}
                    </del>{' '}
                  </>
                )}
                <ins className="font-med no-underline" dir="auto">
                  {changes[field] ?? 'None'}
                </ins>
              </dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="primary"
            writes
            busy={busy}
            onClick={() => void decide('accept')}
          >
            Accept
          </Button>
          <Button size="sm" writes onClick={() => void decide('dismiss')}>
            Dismiss
          </Button>
        </div>
      </div>
    </Panel>
  );
}
