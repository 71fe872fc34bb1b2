/** Writes `.br` and `.gz` beside each text asset, so that serving one costs no compression. */
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow } from './project.mjs';

const TEXT = /\.(js|mjs|css|svg|json|txt|webmanifest|wasm)$/;
const SMALLEST = 1024;

/** Compresses every text asset of at least a kilobyte below `folder`. */
export async function compressAssets(folder) {
  const files = filesBelow(folder).filter((file) => TEXT.test(file));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      if (content.length < SMALLEST) return;
      const [brotli, zipped] = await Promise.all([
        promisify(brotliCompress)(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 9,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        }),
        promisify(gzip)(content, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)]);
    }),
  );
}
