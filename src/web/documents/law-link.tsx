import type { NationalRule } from '../../shared/documents/number-series/issued-invoices.ts';

/** A law by its name, with what is said of it elsewhere. */
export function LawLink({ rule: { law, source } }: { rule: NationalRule }) {
  return (
    <a className="text-inherit underline" href={source} target="_blank" rel="noreferrer">
      {law}
    </a>
  );
}
