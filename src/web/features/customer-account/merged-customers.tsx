import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CustomerAccount } from '../../../shared/customers/customer-account.contract.ts';
import { partyNames } from '../../documents/party-names.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/notify.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';

type Merged = CustomerAccount['merged'][number];

const note = 'block wrap-anywhere whitespace-pre-line text-muted';

/** Who was merged into this customer, and how that is taken back. */
export function MergedCustomers({ account: { merged } }: { account: CustomerAccount }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { profile } = useBusiness();
  const { run, busy } = useOneAtATime();
  const [asked, setAsked] = useState<Merged>();
  const shown = useFrozen(asked, asked !== undefined);
  if (merged.length === 0 && !shown) return null;
  const name = shown ? partyNames(shown).main : '';
  const separate = () =>
    run(async () => {
      if (!asked) return;
      try {
        await api.customers.separate({ id: asked.id });
        notify.success('Customers separated', `${name} has an account of its own again.`);
        void client.invalidateQueries();
        void navigate(`/customers/${asked.id}`);
      } catch (error) {
        notify.error('Error', errorMessage(error, 'Failed to separate customers'));
      }
      setAsked(undefined);
    });
  return (
    <>
      {merged.length > 0 && (
        <Panel title="Merged into this customer">
          <ul className="divide-y divide-hairline px-5 py-1 max-md:px-4">
            {merged.map((one) => (
              <li
                key={one.id}
                className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5"
              >
                <span className="min-w-40 flex-1">
                  <bdi>{partyNames(one).main}</bdi>
                  <small className={note}>
                    since {formatInstant(one.mergedAt, profile?.timeZone)}
                  </small>
                  {one.notes && (
                    <small className={note} dir="auto">
                      {one.notes}
                    </small>
                  )}
                </span>
                <Button
                  size="sm"
                  writes
                  aria-label={`Separate again: ${partyNames(one).main}`}
                  onClick={() => setAsked(one)}
                >
                  Separate again
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <ConfirmDialog
        opened={asked !== undefined}
        writes
        title={`Separate ${name} again?`}
        confirmLabel="Separate"
        busy={busy}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => void separate()}
      >
        Everything created for <bdi>{name}</bdi> before the merge moves back to it. Everything
        created since stays here.
      </ConfirmDialog>
    </>
  );
}
