/** A file's content as text: `data:image/png;base64,…`. */
export function readDataUrl(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('It cannot be read')));
    reader.readAsDataURL(content);
  });
}
