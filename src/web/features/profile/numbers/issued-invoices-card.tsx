import { useState } from 'react';
import type { IssuedInvoices } from '../../../../shared/documents/number-series/issued-invoices.ts';
import { nationalRule } from '../../../../shared/documents/number-series/issued-invoices.ts';
import type { SeriesKind } from '../../../../shared/documents/number-series/number-series.contract.ts';
import { LawLink } from '../../../documents/law-link.tsx';
import { useBusiness } from '../../../documents/use-business.ts';
import { useSetIssuedInvoices } from '../../../documents/use-issued-invoices.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconLock } from '../../../ui/icons.ts';
import { useFrozen } from '../../../ui/use-frozen.ts';
import { NumberSeriesDialog } from './number-series-dialog.tsx';
import { useNumberSeries } from './use-number-series.ts';

/** Whether issued invoices may change. @param country as it is typed: its law may ask that they do not */
export function IssuedInvoicesCard({ country }: { country: string | null | undefined }) {
  const { profile } = useBusiness();
  const [asked, setAsked] = useState<IssuedInvoices>();
  const save = useSetIssuedInvoices();
  const shown = useFrozen(asked, asked !== undefined);
  const rule = nationalRule(country);
  const isFixed = profile?.issuedInvoices === 'fixed';
  const { data: series } = useNumberSeries();
  const [begins, setBegins] = useState(false);
  const hasSeries = (kind: SeriesKind) =>
    series?.some((each) => each.kind === kind && each.archivedAt === null);
  const isNumbered = series?.some(({ kind }) => kind === 'invoice');
  const suggests = isFixed && hasSeries('credit_note') === false;
  return (
    <section
      className="grid gap-2.5 mt-3 pt-3 px-4 pb-3.5 border border-hairline rounded bg-surface text-pretty"
      aria-label="Issued invoices"
    >
      {isFixed ? (
        <p className="grid grid-cols-[16px_minmax(0,1fr)] gap-2 items-start">
          <Icon as={IconLock} className="mt-0.5" />
          Issued invoices cannot be changed or deleted, only corrected by another document.
        </p>
      ) : (
        <p>
          Issued invoices can be changed: each change is sealed as a new version.{' '}
          {describeDeletion(isNumbered)}
        </p>
      )}
      {rule && !isFixed && (
        <p className="text-muted text-pretty">
          Recommended in {rule.country}: {rule.asks} (<LawLink rule={rule} />
          ).
        </p>
      )}
      {suggests && (
        <p className="text-muted text-pretty">
          Locked invoices are corrected with credit notes. Number these in a series as well, so that
          no gap is left among them either.{' '}
          <Button size="sm" onClick={() => setBegins(true)}>
            Use a series for credit notes
          </Button>
        </p>
      )}
      <NumberSeriesDialog opened={begins} kind="credit_note" onClose={() => setBegins(false)} />
      <div>
        <Button
          size="sm"
          writes
          disabled={!profile}
          onClick={() => setAsked(isFixed ? 'revise' : 'fixed')}
        >
          {isFixed ? 'Allow changes again' : 'Lock issued invoices'}
        </Button>
      </div>
      <ConfirmDialog
        opened={asked !== undefined}
        writes
        title={shown === 'fixed' ? 'Lock issued invoices?' : 'Allow changes again?'}
        confirmLabel={shown === 'fixed' ? 'Lock issued invoices' : 'Allow changes'}
        busy={save.isPending}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => asked && save.mutate(asked, { onSettled: () => setAsked(undefined) })}
      >
        {shown === 'fixed'
          ? 'Once an invoice is sent, marked as sent or paid, what it says cannot be changed, it cannot go back to draft, and it cannot be deleted. A mistake is corrected with a credit note. Payments are recorded as before. Invoices issued while this is on stay locked, even if you switch it off.'
          : `${describeUnlocked(hasSeries('invoice') === true)} Those already issued stay as they are.`}
      </ConfirmDialog>
    </section>
  );
}

/** @param isNumbered whether a series gives numbers to invoices, or did: no number of it may be missing */
function describeDeletion(isNumbered: boolean | undefined): string {
  if (isNumbered === undefined) return '';
  return isNumbered
    ? 'Those with a number from a series cannot be deleted, so that no number is missing; others can be deleted.'
    : 'They can be deleted.';
}

const describeUnlocked = (hasSeries: boolean): string =>
  hasSeries
    ? 'Invoices that you issue from now on can be changed, but not deleted: their numbers come from a series, in which none may be missing.'
    : 'Invoices that you issue from now on can be changed and deleted.';
