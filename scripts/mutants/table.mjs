import { concludeFrom } from './results.mjs';
import { describeChange } from './sample.mjs';

const inCell = (text) => text.replaceAll('|', '\\|');
const asCode = (text) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** The test of 'path › suite › test', with the file's name alone. */
function shortened(by) {
  const [file, ...test] = by.split(' › ');
  return [`\`${file.split('/').at(-1)}\``, ...test].join(' › ');
}

function inWords(known, suite) {
  if (!known) return `not tried${suite}`;
  if (known.outcome === 'killed') return `${shortened(known.by)}${suite}`;
  if (known.outcome === 'undecided') return `undecided${suite}: ${known.by}`;
  return known.stage === 'journeys' ? `survived${suite}` : `survived ${known.stage}${suite}`;
}

/**
 * The sample with what came of it, for the record: what the suite finds and, of what it does not, what
 * the suite of the commit found that the sample was drawn from.
 */
export function writeTable({ commit, mutants }, results) {
  const rows = mutants.map((mutant) => {
    const tried = results.outcomes(mutant, (suite) => suite !== commit);
    const now = concludeFrom(tried.filter(({ suite }) => suite === tried.at(-1).suite));
    const before = concludeFrom(results.outcomes(mutant, (suite) => suite === commit));
    const found = [inWords(now, '')];
    if (before && now?.outcome !== 'killed') found.push(inWords(before, ' before'));
    return [
      mutant.id,
      `\`${mutant.file}\``,
      mutant.kind,
      asCode(describeChange(mutant)),
      found.join('; '),
    ];
  });
  const lines = [
    ['id', 'file', 'kind', 'what changed', 'killed by'],
    ['---', '---', '---', '---', '---'],
    ...rows.map((row) => row.map(inCell)),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
