/** Which test files are likely to find a fault in a source: those that import it, the nearest first. */
import { basename, dirname } from 'node:path';
import { build } from 'esbuild';

/** What is read of a source is what it imports; all else is left alone. */
const codeAlone = {
  name: 'code-alone',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path }) =>
      /\.[cm]?[jt]sx?$/.test(path) ? undefined : { path, external: true },
    );
  },
};

/** @returns by source: the files that import it */
export async function readImporters(root, testFiles) {
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: {
      contents: testFiles.map((file) => `import './${file}';`).join('\n'),
      resolveDir: root,
    },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    plugins: [codeAlone],
    logLevel: 'error',
  });
  const importers = new Map();
  for (const [file, { imports }] of Object.entries(metafile.inputs)) {
    for (const { path } of imports) {
      const known = importers.get(path) ?? [];
      importers.set(path, [...known, file]);
    }
  }
  return importers;
}

/** How many imports lie between a source and each file that depends on it. */
function distancesFrom(source, importers) {
  const distances = new Map([[source, 0]]);
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

/** Words of paths that say nothing of what is in them. */
const COMMON = new Set(
  'src server web shared feature test e http over of and the store contract property job ts tsx'.split(
    ' ',
  ),
);

/** Words of a path that say what it is about. */
function wordsOf(path) {
  const words = path.toLowerCase().match(/[a-z]+/g) ?? [];
  return new Set(words.map((word) => word.replace(/s$/, '')).filter((word) => !COMMON.has(word)));
}

/** A word that two places have in common is worth as much as so many imports less between them. */
const WORTH_OF_A_WORD = 2;

const nameOf = (file) => basename(file).replace(/(\.test)?\.tsx?$/, '');

/**
 * @param times milliseconds of each file, without a mutant
 * @returns the files that depend on a source, and the others: the likeliest first, then the quickest
 */
export function orderFiles(source, files, { importers, times = {} }) {
  const distances = distancesFrom(source, importers);
  const words = wordsOf(source);
  const rank = (file) => {
    const isItsOwn = dirname(file) === dirname(source) && nameOf(file) === nameOf(source);
    const common = [...wordsOf(file)].filter((word) => words.has(word)).length;
    const distance = distances.get(file) ?? 0;
    return [isItsOwn ? 1 : 0, WORTH_OF_A_WORD * common - distance, -(times[file] ?? 0)];
  };
  const ranked = files.map((file) => ({ file, rank: rank(file) }));
  ranked.sort((a, b) => {
    const at = a.rank.findIndex((value, index) => value !== b.rank[index]);
    return at < 0 ? 0 : b.rank[at] - a.rank[at];
  });
  const ordered = ranked.map(({ file }) => file);
  return {
    related: ordered.filter((file) => distances.has(file)),
    others: ordered.filter((file) => !distances.has(file)),
  };
}
