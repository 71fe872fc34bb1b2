/** The bytes of a PDF. @throws when they are something else, or not all of it */
export function requirePdf(bytes: Uint8Array): Buffer {
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWhole = pdf.subarray(0, 5).toString() === '%PDF-' && pdf.subarray(-32).includes('%%EOF');
  if (!isWhole) throw new Error(`Not a PDF: ${pdf.subarray(0, 40).toString('latin1')}`);
  return pdf;
}
