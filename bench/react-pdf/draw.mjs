/** Draws the invoice of the measurements with react-pdf. Its packages are its own: see run.ts. */
import {
  Document,
  Font,
  Page,
  Path,
  renderToBuffer,
  StyleSheet,
  Svg,
  Text,
  View,
} from '@react-pdf/renderer';
import { createElement } from 'react';

const styles = StyleSheet.create({
  page: { padding: 40, fontSize: 10, fontFamily: 'Inter' },
  title: { fontSize: 20, fontWeight: 600 },
  row: { flexDirection: 'row', borderBottomWidth: 1, borderColor: '#ddd', padding: 4 },
  wide: { flex: 4 },
  cell: { flex: 1, textAlign: 'right' },
});

export function registerFaces(faces) {
  Font.register({
    family: 'Inter',
    fonts: faces.map(({ weight, file }) => ({ src: file, fontWeight: weight })),
  });
}

const row = (cells, key) =>
  createElement(
    View,
    { key, style: styles.row },
    cells.map((cell, n) =>
      createElement(Text, { key: n, style: n === 0 ? styles.wide : styles.cell }, cell),
    ),
  );
const block = (texts, key) =>
  createElement(
    View,
    { key },
    texts.map((text, n) => createElement(Text, { key: n }, text)),
  );

export function drawWithReactPdf({ blocks, rows, sums, remark, code }) {
  const dark = code.data.flatMap((line, y) =>
    line.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return renderToBuffer(
    createElement(
      Document,
      null,
      createElement(
        Page,
        { size: 'A4', style: styles.page },
        createElement(Text, { style: styles.title }, 'Invoice'),
        blocks.map(block),
        rows.map(row),
        sums.map(row),
        createElement(
          Svg,
          { viewBox: `0 0 ${code.size} ${code.size}`, width: 70, height: 70 },
          createElement(Path, { d: dark.join(''), fill: '#000' }),
        ),
        createElement(Text, null, remark),
      ),
    ),
  );
}
