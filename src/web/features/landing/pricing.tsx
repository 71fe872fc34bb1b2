import { Logo } from '../../ui/logo.tsx';
import { TrialButton } from './button-link.tsx';
import { PRICING } from './content.ts';

/** The price is an invoice to the reader, with nothing due today. */
export function Pricing() {
  const { trial, monthly, yearly, due } = PRICING;
  return (
    <section className="plain" id="pricing">
      <h2>{PRICING.heading}</h2>
      <div className="bill">
        <div className="bill-head">
          <Logo height={27} />
          <dl>
            {PRICING.terms.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="bill-row">
          <h3>{trial.name}</h3>
          <p>{trial.text}</p>
          <p className="price">{trial.price}</p>
        </div>
        <div className="bill-row">
          <h3>{monthly.name}</h3>
          <p>{monthly.text}</p>
          <p className="price">
            {monthly.price} <small>{monthly.each}</small>
          </p>
        </div>
        <div className="bill-row">
          <h3>
            {yearly.name} <span className="saving">{yearly.badge}</span>
          </h3>
          <p>
            {yearly.text} <span className="nowrap">{yearly.months}</span>
          </p>
          <p className="price">
            {yearly.price} <small>{yearly.each}</small>
          </p>
        </div>
        <div className="bill-due">
          <p className="bill-note">{due.note}</p>
          <p className="due">
            <span>{due.label}</span>
            <b>{due.price}</b>
          </p>
          <TrialButton look="primary" large />
        </div>
      </div>
    </section>
  );
}
