import { QUESTIONS } from './content.ts';

/**
 * The visible questions as data for search engines, ready to stand inside a script element.
 * https://developers.google.com/search/docs/appearance/structured-data/faqpage
 */
export function structuredData(): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: QUESTIONS.list.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
  // Nothing in a text may end the element that it stands in.
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
