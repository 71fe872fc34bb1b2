import { QUESTIONS } from './content.ts';

/** Three answers stand open: there is nothing to unfold. */
export function Questions() {
  return (
    <section className="ledger" id="questions">
      <h2 className="label">{QUESTIONS.heading}</h2>
      <dl className="questions">
        {QUESTIONS.list.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
