import { BENEFITS } from './content.ts';

export function Benefits() {
  return (
    <section className="ledger">
      <h2 className="label">{BENEFITS.heading}</h2>
      <ul className="benefits">
        {BENEFITS.cards.map(({ figure, unit, title, text }) => (
          <li key={title}>
            <p className="figure">
              {figure}
              {unit && <small> {unit}</small>}
            </p>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
