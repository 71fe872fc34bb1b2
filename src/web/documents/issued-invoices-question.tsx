import { nationalRule } from '../../shared/documents/number-series/issued-invoices.ts';
import { Button } from '../ui/button.tsx';
import classes from './issued-invoices-question.module.css';
import { LawLink } from './law-link.tsx';
import { useBusiness } from './use-business.ts';
import { useSetIssuedInvoices } from './use-issued-invoices.ts';

/**
 * Asks once, at the first invoice that is out, whether such ones stay as they are: where the business's
 * country wants that, with the reason. Whoever does not answer goes on as before.
 */
export function IssuedInvoicesQuestion() {
  const { profile } = useBusiness();
  const save = useSetIssuedInvoices();
  const rule = nationalRule(profile?.country);
  if (!profile || profile.issuedInvoicesChosen || !rule) return null;
  return (
    <section className={classes.question} aria-label="Issued invoices">
      <p>
        <b>Lock issued invoices?</b>
      </p>
      <p className={classes.reason}>
        In {rule.country}, {rule.asks} (<LawLink rule={rule} />
        ). Remit can refuse to change or delete what is issued: you correct it with a credit note.
        This can be switched off later for new invoices.
      </p>
      <p className={classes.ways}>
        <Button size="sm" writes busy={save.isPending} onClick={() => save.mutate('fixed')}>
          Lock issued invoices
        </Button>
        <Button
          size="sm"
          variant="quiet"
          writes
          disabled={save.isPending}
          onClick={() => save.mutate('revise')}
        >
          Not now
        </Button>
      </p>
    </section>
  );
}
