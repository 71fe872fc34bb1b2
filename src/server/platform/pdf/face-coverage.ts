/** Which characters the faces of documents have a shape for, as the files of the faces say it. */
import type { FileHandle } from 'node:fs/promises';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentTheme } from '../../../shared/documents/document-data.ts';
import { fontFolder } from './renderer-location.ts';

/** By code point: 1 where some face of a theme has a shape. */
export type Coverage = Uint8Array;

/** What every theme falls back to; the folders' names are those of the families. */
const SHARED_FACES = /^(?:noto-|vazirmatn$)/;
/** What the text of a theme is set in. */
const THEME_FACES: Record<DocumentTheme, string> = {
  classic: 'source-serif-4',
  modern: 'inter',
  elegant: 'jost',
  minimal: 'hanken-grotesk',
  creative: 'instrument-sans',
};

const CODE_POINTS = 0x11_0000;

let shared: Promise<Coverage> | undefined;
const themes = new Map<DocumentTheme, Promise<Coverage>>();

/** Read once for a theme, at the first question. */
export function readCoverage(theme: DocumentTheme): Promise<Coverage> {
  let known = themes.get(theme);
  if (!known) {
    shared ??= readShared();
    known = shared.then((covered) => readFaces([THEME_FACES[theme]], covered.slice()));
    themes.set(theme, known);
  }
  return known;
}

async function readShared(): Promise<Coverage> {
  const families = (await readdir(fontFolder())).filter((name) => SHARED_FACES.test(name));
  return readFaces(families, new Uint8Array(CODE_POINTS));
}

/** Marks what one of the families has. All weights of a family have the same. */
async function readFaces(families: readonly string[], covered: Coverage): Promise<Coverage> {
  for (const family of families) {
    const folder = path.join(fontFolder(), family);
    const face = (await readdir(folder)).find((name) => name.endsWith('.ttf'));
    if (!face) throw new Error(`No face in ${folder}`);
    const file = await open(path.join(folder, face));
    try {
      markCovered(await readTable(file, 'cmap'), covered);
    } finally {
      await file.close();
    }
  }
  return covered;
}

/** A table of an OpenType file, without the megabytes of shapes around it. */
async function readTable(file: FileHandle, tag: string): Promise<Buffer> {
  const read = async (position: number, length: number) =>
    (await file.read(Buffer.alloc(length), 0, length, position)).buffer;
  const count = (await read(0, 12)).readUInt16BE(4);
  const directory = await read(12, 16 * count);
  for (let at = 0; at < directory.length; at += 16) {
    if (directory.toString('latin1', at, at + 4) !== tag) continue;
    return read(directory.readUInt32BE(at + 8), directory.readUInt32BE(at + 12));
  }
  throw new Error(`A face without the table ${tag}`);
}

/** Reads the map from characters to shapes: OpenType 1.9, 'cmap', formats 4 and 12, which has all of 4. */
function markCovered(cmap: Buffer, covered: Coverage): void {
  const tables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.subarray(cmap.readUInt32BE(4 + 8 * index + 4)),
  );
  const inFormat = (format: number) => tables.find((table) => table.readUInt16BE(0) === format);
  const [whole, basic] = [inFormat(12), inFormat(4)];
  if (whole) markGroups(whole, covered);
  else if (basic) markSegments(basic, covered);
}

function markGroups(table: Buffer, covered: Coverage): void {
  const count = table.readUInt32BE(12);
  for (let at = 16; at < 16 + 12 * count; at += 12) {
    covered.fill(1, table.readUInt32BE(at), table.readUInt32BE(at + 4) + 1);
  }
}

function markSegments(table: Buffer, covered: Coverage): void {
  const size = table.readUInt16BE(6);
  for (let at = 0; at < size; at += 2) {
    const last = table.readUInt16BE(14 + at);
    const first = table.readUInt16BE(16 + size + at);
    const offsetAt = 16 + 3 * size + at;
    const offset = table.readUInt16BE(offsetAt);
    // 0xffff ends the list and is no character.
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      // Without an offset the shape follows from the code; with one it stands in a list, 0 for none.
      const listed = offset === 0 || table.readUInt16BE(offsetAt + offset + 2 * (code - first)) > 0;
      if (listed) covered[code] = 1;
    }
  }
}
